// Playback: the positions of the game one after the other, at the speed the reader chooses, until the present or the next key.

import { onPageChange, replacePage } from "./morph";

const PACE = 1_200; // milliseconds for a step at single speed
const STORED = "tielu.speed";

let playing = false;
let timer: number | undefined;

function button(): HTMLButtonElement | null {
  return document.querySelector<HTMLButtonElement>("#play");
}

function speeds(): HTMLSelectElement | null {
  return document.querySelector<HTMLSelectElement>("#speed");
}

/** Where the next step leads; null in the present. */
function next(): string | null {
  return document.querySelector("#history [data-step=later]")?.getAttribute("href") ?? null;
}

function inPast(): boolean {
  return document.querySelector("main[data-past]") !== null;
}

/** Show another position in place. The first one can be left with the browser's button "back". */
async function show(address: string, first: boolean): Promise<void> {
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!playing) return;
  if (!response?.ok) {
    pause();
    return;
  }
  const text = await response.text();
  if (!playing) return;
  if (first) history.pushState(history.state, "", address);
  else history.replaceState(history.state, "", address);
  await replacePage(text);
  if (next() === null) pause();
  else wait();
}

function wait(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    const address = next();
    if (playing && address) void show(address, false);
    else pause();
  }, PACE / Number(speeds()?.value ?? 1));
}

function play(from: string | undefined): void {
  playing = true;
  showState();
  if (from) void show(from, true);
  else wait();
}

function pause(): void {
  playing = false;
  window.clearTimeout(timer);
  showState();
}

function showState(): void {
  button()?.setAttribute("aria-pressed", String(playing));
}

function restoreSpeed(): void {
  const select = speeds();
  try {
    const stored = localStorage.getItem(STORED);
    if (select && stored && [...select.options].some((each) => each.value === stored)) select.value = stored;
  } catch {
    // without storage the usual speed
  }
}

function onClick(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const replay = event.target.closest<HTMLAnchorElement>("a[data-play]");
  if (replay && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    event.stopPropagation(); // htmx would follow the link, too
    play(replay.getAttribute("href") ?? undefined);
  } else if (event.target.closest("#play")) {
    if (playing) pause();
    else play(inPast() ? undefined : button()?.dataset.from);
  }
}

export function startPlayback(): void {
  document.addEventListener("click", onClick, { capture: true });
  document.addEventListener("change", (event) => {
    if (event.target !== speeds()) return;
    try {
      localStorage.setItem(STORED, speeds()?.value ?? "1");
    } catch {
      // without storage the choice lasts as long as the page
    }
    if (playing) wait();
  });
  // Whatever else the reader does ends it.
  document.addEventListener("htmx:before:request", () => playing && pause());
  document.addEventListener("keydown", (event) => event.key === "Escape" && playing && pause());
  onPageChange(() => {
    restoreSpeed();
    showState();
  });
}
