// News from the table: a stream tells how far the game is, and a page that is behind asks for itself again.

import { calm, put, shown } from "./morph";

const DEAD = 25_000; // a stream says something every ten seconds
const PATIENCE = 1_500; // a short gap is nobody's concern
const AGAIN = 1_500;
const GLANCE = 2_000; // a page that nobody sees listens for so long,
const REST = 10_000; // and then does without for so long

let source: EventSource | null = null;
let game = "";
let heard = 0;
let entries = 0; // as far as the stream has told
let messages = 0;
let seenAt = 0; // the last entry when the reader began to look at an earlier position
let loading = false;
let offline: number | undefined;
let lost = false; // whether the reader has been told that there is no connection
let again: number | undefined;
let resting: number | undefined;

function table(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main[data-game]");
}

function number(name: "entries" | "messages"): number {
  return Number(table()?.dataset[name] ?? 0);
}

function inPast(): boolean {
  return table()?.hasAttribute("data-past") ?? false;
}

// ---- the page ----

/** Bring the page up to date, unless what it shows is as new as what has been told. */
async function catchUp(): Promise<void> {
  if (loading) return;
  loading = true;
  try {
    await calm();
    while (table() && (number("messages") < messages || (!inPast() && number("entries") < entries))) {
      const address = location.pathname + location.search;
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      if (answer.status === 404) location.reload();
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      await calm();
      // Meanwhile the reader may have gone elsewhere, or a form of theirs may have brought something newer.
      if (address === location.pathname + location.search && !isOlder(text)) await put(text);
    }
    tellOfProgress();
  } catch {
    window.clearTimeout(again);
    again = window.setTimeout(() => void catchUp(), AGAIN);
  } finally {
    loading = false;
  }
}

function isOlder(text: string): boolean {
  return Number(/data-entries="(\d+)"/.exec(text)?.[1] ?? 0) < number("entries");
}

/** An earlier position is never torn away; the reader hears that there is a newer one. */
function tellOfProgress(): void {
  if (!inPast()) seenAt = number("entries");
  const notice = document.getElementById("moved-on");
  if (notice) notice.hidden = !inPast() || Math.max(entries, number("entries")) <= seenAt;
}

// ---- the stream ----

function tellConnected(connected: boolean): void {
  const show = (visible: boolean) => {
    lost = visible;
    const notice = document.getElementById("offline");
    if (notice) notice.hidden = !visible;
  };
  if (!connected) {
    offline ??= window.setTimeout(() => show(true), PATIENCE);
    return;
  }
  window.clearTimeout(offline);
  offline = undefined;
  show(false);
}

function connect(): void {
  source?.close();
  heard = Date.now();
  const known = `${inPast() ? entries : number("entries")}-${number("messages")}`;
  source = new EventSource(`/games/${game}/events?since=${known}`);
  const listen = (name: string, deed: (value: number) => void) =>
    source?.addEventListener(name, (event) => {
      heard = Date.now();
      deed(Number((event as MessageEvent<string>).data));
    });
  listen("open", () => tellConnected(true));
  listen("still", () => undefined);
  listen("entry", (value) => {
    entries = value;
    if (inPast()) tellOfProgress();
    else void catchUp();
  });
  listen("chat", (value) => {
    messages = value;
    void catchUp();
  });
  source.addEventListener("error", () => {
    tellConnected(false);
    if (source?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    window.clearTimeout(again);
    again = window.setTimeout(() => void lookAgain(), AGAIN);
  });
  rest();
}

/**
 * A browser has six connections to a server, for all its tabs together: with six streams open no tab could load or send anything.
 * So pages that nobody sees only look in now and then; a stream tells at once what was missed.
 */
function rest(): void {
  window.clearTimeout(resting);
  if (!document.hidden) {
    if (game && !source) connect();
    return;
  }
  resting = window.setTimeout(() => {
    source?.close();
    source = null;
    resting = window.setTimeout(() => game && connect(), REST);
  }, GLANCE);
}

/** After an answer that was no stream: the game may be gone, or the server not quite there yet. */
async function lookAgain(): Promise<void> {
  const answer = await fetch(`/games/${game}`).catch(() => null);
  if (answer?.status === 404) location.reload();
  else connect();
}

/** A computer that has slept does not notice that the stream is dead. */
function wake(): void {
  if (source && !document.hidden && Date.now() - heard > DEAD) connect();
}

export function startLive(): void {
  shown(() => {
    const here = table()?.dataset.game ?? "";
    entries = Math.max(here === game ? entries : 0, number("entries"));
    messages = Math.max(here === game ? messages : 0, number("messages"));
    tellOfProgress();
    if (here !== game) {
      game = here;
      source?.close();
      source = null;
      if (here) connect();
    }
    const notice = document.getElementById("offline");
    if (notice && lost) notice.hidden = false; // the new page knows nothing of it
  });
  window.setInterval(wake, 5_000);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("visibilitychange", rest);
  window.addEventListener("online", () => source && connect());
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && game) connect();
  });
}
