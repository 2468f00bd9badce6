// Pages shown in place: htmx sends forms and follows links, and what comes back is morphed into the page that is there.
//
// What the reader has done to the page survives: what is typed, which lists are open, where the focus is. A drawing that has
// changed is replaced whole, which is quicker than comparing thousands of lines; a room that has done something to it, as zoom.ts,
// does it again when it is `shown`. Attributes `style` and `data-own…` belong to scripts and are left alone: our pages send none.

import htmx from "htmx.org";
import type { HtmxRequestCtx } from "htmx.org";

import { keptFields, restoreFields } from "./fields";

type Swapping = CustomEvent<{ ctx: HtmxRequestCtx & { text?: string } }>;

let underWay = 0; // requests of the reader's own
let settled: (() => void)[] = [];
let refreshing = false;

/** Call `room` now and whenever the page has been changed in place. */
export function shown(room: () => void): void {
  room();
  document.addEventListener("tielu:shown", room);
}

/** When no form or link of the reader's is under way. */
export function calm(): Promise<void> {
  return underWay ? new Promise((done) => settled.push(done)) : Promise.resolve();
}

/** Put a whole page, as text, in place of the present one, without anybody having asked for it. */
export async function put(text: string): Promise<void> {
  refreshing = true;
  try {
    await htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "innerMorph" });
  } finally {
    refreshing = false;
  }
}

// ---- what survives ----

/** A list stays open; in the panel only as long as it is about the same position. */
function staysOpen(before: HTMLDetailsElement, after: HTMLDetailsElement): boolean {
  if (movesOn && before.closest(".panel")) return false;
  const words = (each: HTMLDetailsElement) => each.querySelector("summary")?.textContent?.trim();
  return (before.id !== "" && before.id === after.id) || words(before) === words(after);
}

function replaceDrawing(before: Element, after: Element): void {
  for (const { name, value } of [...after.attributes])
    if (before.getAttribute(name) !== value) before.setAttribute(name, value);
  if (before.innerHTML !== after.innerHTML) before.replaceChildren(...after.childNodes);
}

/** Called by htmx for each pair of nodes; false means that it is done. */
function beforeNode(_: Element, { oldNode, newNode }: { oldNode: Node; newNode: Node }): boolean {
  if (oldNode instanceof HTMLDetailsElement && newNode instanceof HTMLDetailsElement) {
    if (staysOpen(oldNode, newNode)) newNode.open = oldNode.open;
  } else if (oldNode instanceof SVGSVGElement && newNode instanceof SVGSVGElement) {
    replaceDrawing(oldNode, newNode);
    return false;
  } else if (oldNode instanceof HTMLElement && oldNode.id === "alerts" && refreshing) {
    return false; // what was refused stays until the reader does something else
  }
  return true;
}

interface Place {
  element: Element;
  decided: boolean;
  id: string;
  href: string | null;
  heading: string;
}

/** Where the focus is, in words that are still true when the element itself has gone. */
function focusedPlace(): Place | null {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const heading = active.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby") ?? "";
  const decided = active.matches(".panel [form=act], .panel .amount *");
  return { element: active, decided, id: active.id, href: active.getAttribute("href"), heading };
}

function refocus(place: Place | null): void {
  if (place?.decided && movesOn && !refreshing) {
    // What was pressed may mean something else by now, for somebody else: the next decision begins at its heading.
    const heading = document.getElementById("decide");
    if (heading) place = { ...place, element: heading };
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  if (!place || (document.activeElement && document.activeElement !== document.body)) return;
  const link = place.href === null ? null : document.querySelector(`a[href="${CSS.escape(place.href)}"]`);
  const named = [place.id, place.heading, "decide"].map((id) => (id ? document.getElementById(id) : null));
  for (const found of [place.element, link, ...named]) {
    if (!(found instanceof HTMLElement || found instanceof SVGElement) || !found.isConnected) continue;
    found.focus({ preventScroll: true });
    if (document.activeElement !== found) continue;
    // Who uses keys sees where they are; a page that changes by itself does not move.
    if (!refreshing && found.matches(":focus-visible")) found.scrollIntoView({ block: "nearest" });
    return;
  }
}

// ---- what surrounds the body ----

/** Language and colours stand on the root, which is not morphed. */
function followRoot(text: string): void {
  const tag = /<html\b[^>]*>/i.exec(text)?.[0] ?? "";
  for (const name of ["lang", "data-theme"]) {
    const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    if (value !== undefined) document.documentElement.setAttribute(name, value);
  }
  const scheme = /<meta name="color-scheme" content="([^"]*)"/.exec(text)?.[1];
  if (scheme) document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", scheme);
}

/** A choice of language or colours is no place to go back to, and neither is what a form was answered with. */
function chooseAddress(event: Event): void {
  const { history, response } = (event as CustomEvent<{ history: { path: string }; response?: { status: number } }>).detail;
  const url = new URL(history.path, location.href);
  url.searchParams.delete("lang");
  url.searchParams.delete("theme");
  history.path = url.pathname + url.search + url.hash;
  const stays = history.path === location.pathname + location.search + location.hash;
  if (stays || (response && response.status >= 400)) event.preventDefault();
}

// ---- answers ----

function unhide(id: string, visible: boolean): void {
  const found = document.getElementById(id);
  if (found) found.hidden = !visible;
}

/** What a page that is not the table says of a refusal, put onto the table. */
function tellRefusal(text: string): boolean {
  const told = new DOMParser().parseFromString(text, "text/html").querySelector('[role="alert"]:not([hidden])');
  const alerts = document.getElementById("alerts");
  if (!told || !alerts) return false;
  alerts.replaceChildren(told);
  return true;
}

let kept: ReturnType<typeof keptFields> = [];
let place: Place | null = null;
let movesOn = false; // whether the new page is about another position

function shownMain(): string {
  const main = document.getElementById("main")?.cloneNode();
  return main instanceof HTMLElement ? main.outerHTML : "";
}

function position(text: string): string {
  return /<main\b[^>]*>/.exec(text)?.[0].match(/data-(entries|past)\S*/g)?.join() ?? "";
}

function beforeSwap(event: Event): void {
  const { ctx } = (event as Swapping).detail;
  const status = ctx.response?.status ?? 200;
  const text = ctx.text ?? "";
  if (status >= 400 && !text.includes('id="table"') && tellRefusal(text)) {
    event.preventDefault();
    return;
  }
  if (!refreshing && status < 400 && ctx.sourceElement instanceof HTMLFormElement) ctx.sourceElement.reset(); // it has done its work
  movesOn = position(text) !== position(shownMain());
  kept = keptFields();
  place = focusedPlace();
}

function afterSwap(event: Event): void {
  followRoot((event as Swapping).detail.ctx.text ?? "");
  restoreFields(kept);
  document.dispatchEvent(new Event("tielu:shown"));
  refocus(place);
}

/** The reader goes back or forth in the browser: as if the page had been asked for. */
async function restore(event: Event): Promise<void> {
  event.preventDefault();
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok) await put(await answer.text());
  else location.reload();
}

/** Settings that suit our content security policy, and what happens around each change of the page. */
export function startMorphing(): void {
  htmx.config.includeIndicatorCSS = false;
  htmx.config.morphIgnore = ["data-htmx-powered", "data-own", "style"];
  htmx.registerExtension("tielu", { htmx_before_morph_node: beforeNode });
  document.addEventListener("htmx:before:request", () => {
    underWay += 1;
    unhide("not-sent", false);
  });
  document.addEventListener("htmx:finally:request", () => {
    underWay = Math.max(0, underWay - 1);
    if (underWay) return;
    for (const done of settled) done();
    settled = [];
  });
  document.addEventListener("htmx:error", (event) => {
    const { ctx, error } = (event as CustomEvent<{ ctx?: HtmxRequestCtx; error?: unknown }>).detail;
    const given = error instanceof DOMException && error.name === "AbortError"; // the reader asked for something else
    if (ctx && !given) unhide("not-sent", true);
  });
  document.addEventListener("htmx:before:history:update", chooseAddress);
  document.addEventListener("htmx:before:history:restore", (event) => void restore(event));
  document.addEventListener("htmx:before:swap", beforeSwap);
  document.addEventListener("htmx:after:swap", afterSwap);
  document.documentElement.setAttribute("data-scripted", "");
}
