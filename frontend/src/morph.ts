// Changes the page in place: htmx sends forms and follows links, and the response is morphed into the present page.
//
// What the reader has typed, which lists are open and the focus survive. Of a drawing only the parts that differ are changed. Modules
// that modify drawings, like zoom.ts, do so again in `onPageChange`. Attributes `style` and `data-own…`, and how near the map is, belong
// to scripts and are not touched.

import htmx from "htmx.org";
import type { HtmxRequestCtx } from "htmx.org";

import { changedFields, restoreFields } from "./typed-fields";

type SwapEvent = CustomEvent<{ ctx: HtmxRequestCtx & { text?: string } }>;

// Attributes that begin so were not sent by the server.
const OF_SCRIPTS = ["data-htmx-powered", "data-own", "style"];

let pendingRequests = 0; // of forms and links of the reader
let idleCallbacks: (() => void)[] = [];
let refreshing = false;

/** Call `callback` now and whenever the page has been changed in place. */
export function onPageChange(callback: () => void): void {
  callback();
  document.addEventListener("tielu:shown", callback);
}

/** Resolves when no request of the reader is pending. */
export function whenIdle(): Promise<void> {
  return pendingRequests ? new Promise((done) => idleCallbacks.push(done)) : Promise.resolve();
}

/** Let htmx follow the links of an element that a script has put into the page. */
export function activate(element: Element): void {
  htmx.process(element);
}

/** Replace the present page by the HTML of another one, without an action of the reader. */
export async function replacePage(text: string): Promise<void> {
  refreshing = true;
  try {
    await htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "innerMorph" });
  } finally {
    refreshing = false;
  }
}

// ---- state that survives ----

/** Whether a list stays open; in the sheet of choices only in the same position. */
function staysOpen(before: HTMLDetailsElement, after: HTMLDetailsElement): boolean {
  if (positionChanges && before.closest(".sheet")) return false;
  const words = (each: HTMLDetailsElement) => each.querySelector("summary")?.textContent?.trim();
  return (before.id !== "" && before.id === after.id) || words(before) === words(after);
}

/** How near the map is belongs to zoom.ts: put back and set again, it would have the whole map laid out twice. */
function isZoom(element: Element, attribute: string): boolean {
  if (attribute === "viewBox") return element.parentElement?.id === "map";
  return attribute === "class" && element.id === "map";
}

/** Make a drawing, or a part of it, like another one that is not needed any more. */
function updateDrawing(before: Element, after: Element): void {
  for (const { name, value } of [...after.attributes])
    if (before.getAttribute(name) !== value && !isZoom(before, name)) before.setAttribute(name, value);
  for (const { name } of [...before.attributes])
    if (!after.hasAttribute(name) && !OF_SCRIPTS.some((each) => name.startsWith(each))) before.removeAttribute(name);
  const [old, changed] = [[...before.childNodes], [...after.childNodes]];
  if (old.length === changed.length) for (const [number, node] of changed.entries()) updateNode(old[number], node);
  else updateSome(before, old, changed);
}

function updateNode(before: ChildNode | undefined, after: ChildNode): void {
  if (!before || before.isEqualNode(after)) return;
  if (before instanceof Element && after instanceof Element && before.tagName === after.tagName) updateDrawing(before, after);
  else before.replaceWith(after);
}

/** What a part of a drawing is, whatever it looks like now. */
function kind(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  return [node.tagName, ...["id", "class", "href", "data-hex"].map((name) => node.getAttribute(name))].join(" ");
}

/** Layers, labels and routes come and go: what is equal at both ends stays, and between them what finds a part of its kind is updated. */
function updateSome(parent: Element, old: ChildNode[], changed: ChildNode[]): void {
  const equal = (one: ChildNode | undefined, other: ChildNode | undefined) => one && other && one.isEqualNode(other);
  let start = 0;
  while (equal(old[start], changed[start])) start += 1;
  let [end, last] = [old.length, changed.length];
  while (Math.min(end, last) > start && equal(old[end - 1], changed[last - 1])) [end, last] = [end - 1, last - 1];
  for (const node of changed.slice(start, last)) {
    const skipped = old.slice(start, end).findIndex((each) => kind(each) === kind(node));
    if (skipped < 0) {
      parent.insertBefore(node, old[start] ?? null);
      continue;
    }
    for (const gone of old.slice(start, start + skipped)) gone.remove();
    start += skipped + 1;
    updateNode(old[start - 1], node);
  }
  for (const gone of old.slice(start, end)) gone.remove();
}

/** Replace the log as a whole: the browser would count every line that moves down as a jump of the page. */
function replaceLog(before: HTMLElement, after: HTMLElement): void {
  if (before.innerHTML === after.innerHTML) return;
  const lists = (pane: HTMLElement) => [...pane.querySelectorAll<HTMLDetailsElement>("details")];
  const name = (each: HTMLDetailsElement) => each.dataset.turn ?? `rules ${each.parentElement?.getAttribute("value") ?? ""}`;
  const open = new Set(lists(before).filter((each) => each.open).map(name));
  for (const each of lists(after)) each.open = open.has(name(each));
  const [scrolled, height] = [before.scrollTop, before.scrollHeight];
  before.replaceChildren(...after.childNodes);
  if (scrolled) before.scrollTop = scrolled + before.scrollHeight - height; // the reader stays with the same lines
}

/** Called by htmx for each pair of nodes; returns false if nothing is left to do. */
function beforeMorphNode(_: Element, { oldNode, newNode }: { oldNode: Node; newNode: Node }): boolean {
  if (oldNode instanceof HTMLDetailsElement && newNode instanceof HTMLDetailsElement) {
    if (staysOpen(oldNode, newNode)) newNode.open = oldNode.open;
  } else if (oldNode instanceof SVGSVGElement && newNode instanceof SVGSVGElement) {
    if (!oldNode.isEqualNode(newNode)) updateDrawing(oldNode, newNode);
    return false;
  } else if (oldNode instanceof HTMLElement && newNode instanceof HTMLElement && oldNode.matches(".log.pane")) {
    replaceLog(oldNode, newNode);
    return false;
  } else if (oldNode instanceof HTMLDialogElement && newNode instanceof HTMLDialogElement) {
    return false; // what is open over the page stays as it is
  } else if (oldNode instanceof HTMLElement && oldNode.id === "alerts" && refreshing) {
    return false; // an error message stays until the reader does something else
  }
  return true;
}

/** Called by htmx for each attribute that differs; returns false if it stays. */
function beforeMorphAttribute(element: Element, { attrName }: { attrName: string }): boolean {
  return !isZoom(element, attrName);
}

interface Place {
  element: Element;
  inPanel: boolean;
  id: string;
  href: string | null;
  heading: string;
}

/** Describe where the focus is, to find it again when the element itself has gone. */
function focusedPlace(): Place | null {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const heading = active.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby") ?? "";
  const inPanel = active.matches(".bar [data-main], .bar .pass, .bar .amount *");
  return { element: active, inPanel, id: active.id, href: active.getAttribute("href"), heading };
}

function refocus(focusPlace: Place | null): void {
  if (focusPlace?.inPanel && positionChanges && !refreshing) {
    // The pressed button may now mean something else: focus the heading of the next decision.
    const heading = document.getElementById("decide");
    if (heading) focusPlace = { ...focusPlace, element: heading };
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  if (!focusPlace || (document.activeElement && document.activeElement !== document.body)) return;
  const link = focusPlace.href === null ? null : document.querySelector(`a[href="${CSS.escape(focusPlace.href)}"]`);
  const named = [focusPlace.id, focusPlace.heading, "decide"].map((id) => (id ? document.getElementById(id) : null));
  for (const found of [focusPlace.element, link, ...named]) {
    if (!(found instanceof HTMLElement || found instanceof SVGElement) || !found.isConnected) continue;
    found.focus({ preventScroll: true });
    if (document.activeElement !== found) continue;
    // Scroll to the focus for keyboard users, but never when the page changes by itself.
    if (!refreshing && found.matches(":focus-visible")) found.scrollIntoView({ block: "nearest" });
    return;
  }
}

// ---- outside of the body ----

/** Copy language and colours to the root element, which is not morphed. */
function copyRootAttributes(text: string): void {
  const tag = /<html\b[^>]*>/i.exec(text)?.[0] ?? "";
  for (const name of ["lang", "data-theme"]) {
    const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    // Set again to the same value, it would have every element of the page styled again.
    if (value !== undefined && document.documentElement.getAttribute(name) !== value) document.documentElement.setAttribute(name, value);
  }
  const scheme = /<meta name="color-scheme" content="([^"]*)"/.exec(text)?.[1];
  const meta = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]');
  if (meta && scheme && meta.content !== scheme) meta.content = scheme;
}

/** Keep choices of language and colours, and responses with errors, out of the browser history. */
function filterHistory(event: Event): void {
  const { history, response } = (event as CustomEvent<{ history: { path: string }; response?: { status: number } }>).detail;
  const url = new URL(history.path, location.href);
  url.searchParams.delete("lang");
  url.searchParams.delete("theme");
  history.path = url.pathname + url.search + url.hash;
  const stays = history.path === location.pathname + location.search + location.hash;
  if (stays || (response && response.status >= 400)) event.preventDefault();
}

// ---- responses ----

function setVisible(id: string, visible: boolean): void {
  const found = document.getElementById(id);
  if (found) found.hidden = !visible;
}

/** Show the message of an error page on the present page. */
function showError(text: string): boolean {
  const alert = new DOMParser().parseFromString(text, "text/html").querySelector('[role="alert"]:not([hidden])');
  const alerts = document.getElementById("alerts");
  if (!alert || !alerts) return false;
  alerts.replaceChildren(alert);
  return true;
}

let changed: ReturnType<typeof changedFields> = [];
let focusPlace: Place | null = null;
let positionChanges = false; // whether the new page shows another position

function presentMain(): string {
  const main = document.getElementById("main")?.cloneNode();
  return main instanceof HTMLElement ? main.outerHTML : "";
}

function position(text: string): string {
  return /<main\b[^>]*>/.exec(text)?.[0].match(/data-(entries|past)\S*/g)?.join() ?? "";
}

function beforeSwap(event: Event): void {
  const { ctx } = (event as SwapEvent).detail;
  const status = ctx.response?.status ?? 200;
  const text = ctx.text ?? "";
  if (status >= 400 && !text.includes('id="table"') && showError(text)) {
    event.preventDefault();
    return;
  }
  if (!refreshing && status < 400 && ctx.sourceElement instanceof HTMLFormElement) ctx.sourceElement.reset(); // it has been accepted
  positionChanges = position(text) !== position(presentMain());
  changed = changedFields();
  focusPlace = focusedPlace();
}

function afterSwap(event: Event): void {
  copyRootAttributes((event as SwapEvent).detail.ctx.text ?? "");
  restoreFields(changed);
  document.dispatchEvent(new Event("tielu:shown"));
  refocus(focusPlace);
}

/** Load the page again when the reader goes back or forward in the browser. */
async function restorePage(event: Event): Promise<void> {
  event.preventDefault();
  const response = await fetch(location.href).catch(() => null);
  if (response?.ok) await replacePage(await response.text());
  else location.reload();
}

/** Configure htmx for our content security policy, and register the event handlers. */
export function startMorphing(): void {
  htmx.config.includeIndicatorCSS = false;
  htmx.config.morphIgnore = OF_SCRIPTS;
  htmx.registerExtension("tielu", { htmx_before_morph_node: beforeMorphNode, htmx_before_morph_attr: beforeMorphAttribute });
  document.addEventListener("htmx:before:request", () => {
    pendingRequests += 1;
    setVisible("not-sent", false);
  });
  document.addEventListener("htmx:finally:request", () => {
    pendingRequests = Math.max(0, pendingRequests - 1);
    if (pendingRequests) return;
    for (const done of idleCallbacks) done();
    idleCallbacks = [];
  });
  document.addEventListener("htmx:error", (event) => {
    const { ctx, error } = (event as CustomEvent<{ ctx?: HtmxRequestCtx; error?: unknown }>).detail;
    const aborted = error instanceof DOMException && error.name === "AbortError"; // replaced by another request
    if (ctx && !aborted) setVisible("not-sent", true);
  });
  document.addEventListener("htmx:before:history:update", filterHistory);
  document.addEventListener("htmx:before:history:restore", (event) => void restorePage(event));
  document.addEventListener("htmx:before:swap", beforeSwap);
  document.addEventListener("htmx:after:swap", afterSwap);
  document.documentElement.setAttribute("data-scripted", "");
}
