// The script of the pages. Each room below is complete by itself; without any of them the pages still work.
//
// A room exports one function that is called once, when the page has been read. Since the page is changed in place from then on,
// a room listens on `document` rather than on elements, and looks at what is new whenever `shown` calls it.

import { startBoard } from "./board";
import { startCopying } from "./copy";
import { startHistory } from "./history";
import { startKeys } from "./keys";
import { startLive } from "./live";
import { startMorphing } from "./morph";
import { startOnce } from "./once";
import { startSettings } from "./settings";
import { startTurn } from "./turn";
import { startZoom } from "./zoom";

startMorphing();
startSettings();
startLive();
startTurn();
startHistory();
startKeys();
startZoom();
startBoard();
startCopying();
startOnce();
