// Live updates: a stream of server-sent events tells the progress of the game, and a page that is behind reloads itself in place.

import { onPageChange, replacePage, whenIdle } from "./morph";

// All times in milliseconds.
const DEAD = 25_000; // a stream without any event for this time is dead; the server sends one every ten seconds
const OFFLINE_DELAY = 1_500; // shorter interruptions are not shown
const RETRY_DELAY = 1_500;
const HIDDEN_LISTENING = 2_000; // a hidden page listens for this time,
const HIDDEN_PAUSE = 10_000; // and then pauses for this time

let source: EventSource | null = null;
let game = "";
let lastEvent = 0; // when the stream last sent something
let entries = 0; // the last entry and message known from the stream
let messages = 0;
let seenAt = 0; // the last entry when the reader began to look at an earlier position
let loading = false;
let unseen = false; // whether the page was last loaded while nobody looked at it
let offlineTimer: number | undefined;
let lost = false; // whether the page shows that there is no connection
let retryTimer: number | undefined;
let hiddenTimer: number | undefined;

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

/** Reload the page in place until it shows the last entry and message known from the stream. */
async function catchUp(): Promise<void> {
  if (loading) return;
  loading = true;
  try {
    await whenIdle();
    while (table() && (number("messages") < messages || (!inPast() && number("entries") < entries) || (unseen && !document.hidden))) {
      const address = location.pathname + location.search;
      unseen = document.hidden; // then the server counts it as not seen, and the reader is told when they come back
      const headers: Record<string, string> = { Accept: "text/html", ...(unseen && { "Tielu-Hidden": "1" }) };
      const response = await fetch(address, { headers });
      if (response.status === 404) location.reload();
      if (!response.ok) throw new Error(String(response.status));
      const text = await response.text();
      await whenIdle();
      // Meanwhile the reader may have left the page, or sent a form that brought a newer one.
      if (address === location.pathname + location.search && !isOlder(text)) await replacePage(text);
    }
    updateMovedOnNotice();
  } catch {
    window.clearTimeout(retryTimer);
    retryTimer = window.setTimeout(() => void catchUp(), RETRY_DELAY);
  } finally {
    loading = false;
  }
}

function isOlder(text: string): boolean {
  return Number(/data-entries="(\d+)"/.exec(text)?.[1] ?? 0) < number("entries");
}

/** Show a notice on the page of an earlier position, which is not replaced, when the game has moved on. */
function updateMovedOnNotice(): void {
  if (!inPast() || !seenAt) seenAt = number("entries"); // who comes to an earlier position has missed nothing yet
  const notice = document.getElementById("moved-on");
  if (notice) notice.hidden = !inPast() || Math.max(entries, number("entries")) <= seenAt;
}

// ---- the stream ----

function setConnected(connected: boolean): void {
  const show = (visible: boolean) => {
    lost = visible;
    const notice = document.getElementById("offline");
    if (notice) notice.hidden = !visible;
  };
  if (!connected) {
    offlineTimer ??= window.setTimeout(() => show(true), OFFLINE_DELAY);
    return;
  }
  window.clearTimeout(offlineTimer);
  offlineTimer = undefined;
  show(false);
}

function connect(): void {
  source?.close();
  lastEvent = Date.now();
  const known = `${inPast() ? entries : number("entries")}-${number("messages")}`;
  source = new EventSource(`/games/${game}/events?since=${known}`);
  const listen = (name: string, handle: (value: number) => void) =>
    source?.addEventListener(name, (event) => {
      lastEvent = Date.now();
      handle(Number((event as MessageEvent<string>).data));
    });
  listen("open", () => setConnected(true));
  listen("still", () => undefined);
  listen("entry", (value) => {
    entries = value;
    if (inPast()) {
      updateMovedOnNotice();
      // The server learns that the reader is here and sees it, so that they are not called.
      if (!document.hidden) void fetch(location.pathname + location.search).catch(() => undefined);
    } else void catchUp();
  });
  listen("chat", (value) => {
    messages = value;
    void catchUp();
  });
  source.addEventListener("error", () => {
    setConnected(false);
    if (source?.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
    window.clearTimeout(retryTimer);
    retryTimer = window.setTimeout(() => void reconnect(), RETRY_DELAY);
  });
  pauseIfHidden();
}

/**
 * Keep the stream of a hidden page open only now and then. Browsers allow six connections to a server for all tabs together, so
 * with six open streams no tab could load anything. A reopened stream tells at once what was missed.
 */
function pauseIfHidden(): void {
  window.clearTimeout(hiddenTimer);
  if (!document.hidden) {
    if (game && !source) connect();
    return;
  }
  hiddenTimer = window.setTimeout(() => {
    source?.close();
    source = null;
    hiddenTimer = window.setTimeout(() => game && connect(), HIDDEN_PAUSE);
  }, HIDDEN_LISTENING);
}

/** Reconnect after a response that was no stream; the game may have been deleted, or the server may be restarting. */
async function reconnect(): Promise<void> {
  const response = await fetch(`/games/${game}`).catch(() => null);
  if (response?.status === 404) location.reload();
  else connect();
}

/** Reconnect a dead stream, for instance after the computer has slept. */
function reconnectIfDead(): void {
  if (source && !document.hidden && Date.now() - lastEvent > DEAD) connect();
}

export function startLive(): void {
  onPageChange(() => {
    const here = table()?.dataset.game ?? "";
    entries = Math.max(here === game ? entries : 0, number("entries"));
    messages = Math.max(here === game ? messages : 0, number("messages"));
    updateMovedOnNotice();
    if (here !== game) {
      game = here;
      source?.close();
      source = null;
      if (here) connect();
    }
    const notice = document.getElementById("offline");
    if (notice && lost) notice.hidden = false; // the new page does not know it
  });
  window.setInterval(reconnectIfDead, 5_000);
  document.addEventListener("visibilitychange", reconnectIfDead);
  document.addEventListener("visibilitychange", pauseIfHidden);
  document.addEventListener("visibilitychange", () => unseen && !document.hidden && void catchUp());
  window.addEventListener("online", () => source && connect());
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && game) connect();
  });
}
