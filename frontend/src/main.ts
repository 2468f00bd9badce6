// The script of the pages, which work without it. Each module below is independent of the others and exports one start function,
// called once when the page has loaded. Later the page is changed in place, so modules listen on `document` rather than on
// elements, and look at the new page in a callback of `onPageChange`.

import { startAccount } from "./account";
import { startCalls } from "./calls";
import { startChoices } from "./choices";
import { startClocks } from "./clocks";
import { startCopyLink } from "./copy-link";
import { startDropdowns } from "./dropdowns";
import { startHistory } from "./history";
import { startLive } from "./live";
import { startMap } from "./map";
import { startMorphing } from "./morph";
import { startMotion } from "./motion";
import { startNeighbours } from "./neighbours";
import { startPlayback } from "./playback";
import { startPrinting } from "./printing";
import { startSecretLink } from "./secret-link";
import { startSettings } from "./settings";
import { startShortcuts } from "./shortcuts";
import { startSteadyList } from "./steady";
import { startSubmitOnce } from "./submit-once";
import { startTerms } from "./terms";
import { startTimes } from "./times";
import { startTurnAlert } from "./turn-alert";
import { startWaitingPages } from "./waiting-pages";
import { startWholeLog } from "./whole-log";
import { startZoom } from "./zoom";

startMorphing();
startSettings();
startLive();
startTurnAlert();
startHistory();
startPrinting();
startTerms();
startWholeLog();
startPlayback();
startMotion();
startSteadyList();
startTimes();
startClocks();
startShortcuts();
startZoom();
startMap();
startChoices();
startNeighbours();
startCopyLink();
startDropdowns();
startSubmitOnce();
startSecretLink();
startAccount();
startWaitingPages();
startCalls();
