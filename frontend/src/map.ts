// Building on the map: a click on a highlighted hex fetches the choices from the server and shows them in a box beside the hex.
// The chosen tile is previewed on the map; a further click turns it, and the main button of the action bar builds it.

import { onPageChange } from "./morph";
import { neighbour } from "./neighbours";
import { isOn } from "./settings";
import { TEXT_FIELDS } from "./shortcuts";
import { moveAbove, uncover, wasDrag } from "./zoom";

const SVG = "http://www.w3.org/2000/svg";
const NARROW = "(max-width: 47.99rem)";
// The shapes of the box: tiles in so many columns, each so wide; and how much covered area a pixel of distance is worth.
const COLUMNS = [3, 2, 4, 5, 6];
const [TILE, BESIDE_TILES, NEAR] = [90, 16, 3];

let box: HTMLElement | null = null;
let address = ""; // of the hex whose box is open
let requested = ""; // address of the hex whose choices are being fetched
let chosen: HTMLButtonElement | null = null;
let bar: { heading: string; told: string; button: HTMLElement } | null = null; // the action bar before the choice

function links(): SVGAElement[] {
  return [...document.querySelectorAll<SVGAElement>("#map svg a[href]")];
}

function link(): SVGAElement | undefined {
  return links().find((each) => each.getAttribute("href") === address);
}

function hexOf(anchor: Element): SVGGElement | null {
  return anchor.querySelector<SVGGElement>(".hex");
}

// ---- the box ----

async function open(anchor: SVGAElement, at: { clientX: number; clientY: number } | null): Promise<void> {
  close(false);
  const href = anchor.getAttribute("href") ?? "";
  requested = href;
  let response: Response;
  try {
    response = await fetch(`${href}&part=1`);
  } catch {
    window.location.assign(href);
    return;
  }
  if (requested !== href) return; // another hex has been clicked meanwhile
  if (!response.ok) {
    // Another player was first, or the seat is no longer ours: the reloaded page shows it.
    window.location.reload();
    return;
  }
  const text = await response.text();
  if (requested !== href) return;
  address = href;
  box = document.createElement("div");
  box.className = "picker";
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-labelledby", "lays-heading");
  box.innerHTML = text;
  for (const button of box.querySelectorAll<HTMLElement>("[data-further]")) button.hidden = true;
  show();
  const offers = box.querySelectorAll<HTMLButtonElement>(".lay:not([hidden])");
  choose(at && box.querySelector(".turns[data-stop]") ? nearestStation(at) : (offers[0] ?? null));
  (chosen ?? offers[0] ?? box.querySelector<HTMLElement>(".close"))?.focus({ preventScroll: true });
}

/** Add the box and the preview to the page, also after it was changed in place. */
function show(): void {
  const anchor = link();
  if (!box || !anchor) return;
  document.getElementById("map")?.parentElement?.append(box);
  for (const each of links()) each.setAttribute("aria-expanded", String(each === anchor));
  preview();
  place();
}

function close(refocus: boolean): void {
  const anchor = link();
  requested = "";
  if (!box) return;
  box.remove();
  box = null;
  uncover();
  chosen = null;
  preview();
  restoreBar();
  anchor?.removeAttribute("aria-expanded");
  address = "";
  if (refocus) anchor?.focus({ preventScroll: true });
}

/** Where a box of this size could lie: beside the hex, the usual spots first, or at the edges of the map. */
function spotsFor(hex: DOMRect, frame: DOMRect, width: number, height: number, gap: number): DOMRect[] {
  const [middle, centre] = [(hex.top + hex.bottom - height) / 2, (hex.left + hex.right - width) / 2];
  const [right, bottom] = [frame.right - width - gap, frame.bottom - height - gap];
  const spot = (x: number, y: number) => new DOMRect(Math.max(frame.left + gap, Math.min(x, right)), Math.max(frame.top + gap, Math.min(y, bottom)), width, height);
  const beside = [hex.top - gap, middle, hex.bottom + gap - height].flatMap((y) => [spot(hex.right + gap, y), spot(hex.left - gap - width, y)]);
  const above = [hex.left, centre, hex.right - width].flatMap((x) => [spot(x, hex.bottom + gap), spot(x, hex.top - gap - height)]);
  const [xs, ys] = [[frame.left, (frame.left + frame.right - width) / 2, frame.right], [frame.top, (frame.top + frame.bottom - height) / 2, frame.bottom]];
  return [...beside, ...above, ...xs.flatMap((x) => ys.map((y) => spot(x, y)))];
}

/** The area that two boxes share. */
function overlap(one: DOMRect, other: DOMRect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return Math.max(0, width) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
}

/** How far apart the middles of two boxes are. */
function distance(one: DOMRect, other: DOMRect): number {
  return Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) / 2;
}

/** Place the box beside the hex; on a phone it is a sheet at the bottom, and the map moves so that the hex is above it. */
function place(): void {
  const anchor = link();
  const hex = anchor && hexOf(anchor)?.querySelector(".ground");
  if (!box || !hex) return;
  const rect = hex.getBoundingClientRect();
  if (window.matchMedia(NARROW).matches) {
    moveAbove(rect, box.getBoundingClientRect().top);
    return;
  }
  const frame = box.parentElement?.getBoundingClientRect();
  if (!frame) return;
  const gap = 10;
  box.style.left = box.style.top = "0"; // near an edge it would be squeezed before it is measured
  box.style.maxHeight = `${frame.height - 2 * gap}px`;
  const lit = links().map((each) => hexOf(each)?.querySelector(".ground")?.getBoundingClientRect()).filter((each) => each !== undefined);
  const tools = [...(box.parentElement?.querySelectorAll(".map-tools, .signs-list") ?? [])].map((each) => each.getBoundingClientRect());
  // It must not lie on its own hex, and on as little as possible of those that could be chosen instead and of the tools; nearer is better.
  const cost = (spot: DOMRect): number =>
    1000 * overlap(spot, rect) + [...lit, ...tools].reduce((sum, each) => sum + overlap(spot, each), 0) + NEAR * distance(spot, rect);
  let [least, best, shape] = [Infinity, rect, ""];
  for (const columns of COLUMNS.slice(0, Math.max(1, box.querySelectorAll(".turns:not(.wide-lay)").length))) {
    box.style.maxWidth = `${Math.min(TILE * columns + BESIDE_TILES, frame.width - 2 * gap)}px`;
    if (shape && box.scrollHeight > box.clientHeight + 1) continue;
    for (const spot of spotsFor(rect, frame, box.offsetWidth, box.offsetHeight, gap))
      if (cost(spot) < least) [least, best, shape] = [cost(spot), spot, box.style.maxWidth];
  }
  box.style.maxWidth = shape;
  box.style.left = `${best.left - frame.left}px`;
  box.style.top = `${best.top - frame.top}px`;
}

// ---- choosing ----

function choose(button: HTMLButtonElement | null): void {
  if (!box || !button) return;
  chosen = button;
  for (const each of box.querySelectorAll(".lay")) each.setAttribute("aria-pressed", String(each === button));
  preview();
  showInBar();
}

/** Choose the next rotation of the chosen tile. */
function rotate(): void {
  const all = [...(chosen?.parentElement?.querySelectorAll<HTMLButtonElement>(".lay") ?? [])];
  const next = chosen && all[(all.indexOf(chosen) + 1) % all.length];
  if (!chosen || !next || next === chosen) return;
  const focused = document.activeElement === chosen;
  chosen.hidden = true;
  next.hidden = false;
  choose(next);
  if (focused) next.focus({ preventScroll: true });
}

function confirmChoice(): void {
  document.querySelector<HTMLButtonElement>(".bar [data-main]:not(:disabled)")?.click();
}

// ---- the action bar ----

/** Say in the action bar what the main button will build. */
function showInBar(): void {
  const [heading, told] = [document.getElementById("decide"), document.querySelector<HTMLElement>(".bar .what p")];
  const main = document.querySelector<HTMLButtonElement>(".bar button[data-main]");
  if (!chosen || !heading || !told || !main) return;
  bar ??= { heading: heading.textContent ?? "", told: told.textContent ?? "", button: main.cloneNode(true) as HTMLElement };
  heading.textContent = chosen.dataset.says ?? "";
  told.textContent = chosen.dataset.costs ?? "";
  for (const [name, value] of Object.entries({ form: "act", name: "action", value: chosen.value, type: "submit" }))
    main.setAttribute(name, value);
  main.disabled = false;
  main.textContent = chosen.dataset.button ?? "";
}

function restoreBar(): void {
  const [heading, told] = [document.getElementById("decide"), document.querySelector<HTMLElement>(".bar .what p")];
  if (!bar || !heading || !told) return;
  heading.textContent = bar.heading;
  told.textContent = bar.told;
  document.querySelector(".bar button[data-main]")?.replaceWith(bar.button);
  bar = null;
}

/** The outline of a hex, to be drawn above all other hexes. */
function outline(name: string, transform: string): SVGUseElement {
  const drawn = document.createElementNS(SVG, "use");
  drawn.setAttribute("href", "#tielu-hex");
  drawn.setAttribute("class", name);
  drawn.setAttribute("transform", transform);
  return drawn;
}

/** Draw the keyboard focus above all hexes; an outline from the style sheet would be covered by the neighbours. */
function showFocus(): void {
  for (const old of document.querySelectorAll("#map .focus")) old.remove();
  const anchor = document.activeElement;
  if (!anchor?.matches("#map svg a[href]:focus-visible")) return;
  anchor.closest("svg")?.append(outline("focus", hexOf(anchor)?.getAttribute("transform") ?? ""));
}

/** Draw the chosen tile or marker on its hex, inside a dashed ring. */
function preview(): void {
  for (const old of document.querySelectorAll("#map .preview:not(.tried)")) old.remove();
  const anchor = link();
  const hex = anchor && hexOf(anchor);
  const drawn = chosen?.querySelector(".tile .hex");
  if (!hex || !drawn) return;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "preview");
  group.setAttribute("transform", hex.getAttribute("transform") ?? "");
  const copy = drawn.cloneNode(true) as SVGGElement;
  copy.removeAttribute("transform");
  group.append(copy);
  group.append(outline("ring-under", "scale(.96)"), outline("ring", "scale(.96)"));
  document.querySelector("#map svg")?.append(group);
}

/** The choice for the city of the hex that is nearest to the click. */
function nearestStation(at: { clientX: number; clientY: number }): HTMLButtonElement | null {
  let best: HTMLButtonElement | null = null;
  let least = Infinity;
  const name = box?.querySelector<HTMLElement>("[data-hex]")?.dataset.hex;
  for (const place of box?.querySelectorAll<HTMLElement>(".turns[data-stop]") ?? []) {
    const city = document.querySelector(`#map .stop[data-hex="${name}"][data-stop="${place.dataset.stop}"]`);
    const rect = city?.getBoundingClientRect();
    if (!rect) continue;
    const distance = Math.hypot(rect.x + rect.width / 2 - at.clientX, rect.y + rect.height / 2 - at.clientY);
    if (distance < least) [best, least] = [place.querySelector<HTMLButtonElement>(".lay"), distance];
  }
  return best;
}

// ---- events ----

/** Keep the browser and htmx from following the link. */
function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  if (box?.contains(target)) {
    const button = target.closest<HTMLButtonElement>("button");
    if (button?.classList.contains("close")) close(true);
    if (!button?.classList.contains("lay")) return;
    stop(event);
    if (button === chosen) rotate();
    else choose(button);
    return;
  }
  const again = box !== null && target.closest(".preview") !== null;
  const anchor = again ? link() : target.closest<SVGAElement>("#map svg a[href]");
  if (!anchor) {
    if (box && !target.closest("[data-zoom], .bar") && !wasDrag()) close(false);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens the link in a new tab or window
  stop(event);
  if (wasDrag()) return;
  if (anchor.matches(".next-stop")) drawTo(anchor, !event.detail);
  else if (addressOf(anchor).has("arm")) chooseCard(anchor);
  else if (box && anchor.getAttribute("href") === address) rotate();
  else void open(anchor, event.detail ? event : null);
}

function onKey(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.key === "Escape" && box) {
    close(true);
    event.preventDefault();
  } else if (event.key === " " && chosen && (target === chosen || target?.matches("#map svg a[href]"))) {
    rotate();
    event.preventDefault();
  } else if (event.key === "r" && chosen && isOn("keys") && !event.ctrlKey && !event.metaKey && !target?.closest(TEXT_FIELDS)) {
    rotate();
  } else if (event.key === " " && target?.matches("#map svg a[href]")) {
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    event.preventDefault();
  } else if (event.key.startsWith("Arrow") && target?.matches("#map svg a[href]")) {
    if (focusNeighbour(target, event.key)) event.preventDefault();
  } else if (event.key === "Enter" && chosen && target === chosen) {
    confirmChoice();
    event.preventDefault();
  }
}

/** Move the focus to the nearest highlighted hex in the direction of an arrow key. */
function focusNeighbour(from: Element, key: string): boolean {
  const best = neighbour(from, links(), key, (each) => (hexOf(each) ?? each).getBoundingClientRect());
  best?.focus({ preventScroll: true });
  return best !== null;
}

// ---- runs ----

let drawsByKeys = false; // whether the focus goes on to the next stops

/** What the address behind a hex or a stop says. */
function addressOf(anchor: SVGAElement): URLSearchParams {
  return new URL(anchor.href.baseVal, location.href).searchParams;
}

/** Choose one of several things by its hex: its card under the map does the same without leaving the page. */
function chooseCard(anchor: SVGAElement): void {
  const action = addressOf(anchor).get("arm");
  const cards = [...document.querySelectorAll<HTMLButtonElement>('#sheet button[name="arm"]')];
  cards.find((each) => each.value === action)?.click();
}

/** Draw a run on to a stop: its button under the map does the same without leaving the page. */
function drawTo(stop: SVGAElement, byKeys: boolean): void {
  const drawing = addressOf(stop).get("run");
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#sheet button[name="run"]')];
  drawsByKeys = byKeys;
  buttons.find((each) => each.value === drawing)?.click();
}

function focusNextStop(): void {
  if (drawsByKeys) document.querySelector<SVGAElement>("#map a.next-stop")?.focus({ preventScroll: true });
  drawsByKeys = false;
}

/** Emphasise a route while the pointer or focus is on its line, and show a run while it is on its button. */
function emphasise(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  const drawing = document.querySelector("#map svg");
  if (!drawing || !target || !document.querySelector("#sheet [data-run]")) return;
  const line = target.closest<HTMLElement>(".run-route");
  const run = target.closest<HTMLElement>("#sheet [data-run]");
  drawing.classList.toggle("emphasised", Boolean(run));
  for (const part of drawing.querySelectorAll<SVGElement>("[data-run]"))
    part.classList.toggle("away", part.dataset.run !== (run?.dataset.run ?? "0"));
  for (const part of drawing.querySelectorAll<SVGElement>("[data-route]"))
    part.classList.toggle("quiet", line !== null && part.dataset.route !== line.dataset.route);
}

export function startMap(): void {
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey);
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, emphasise);
  for (const kind of ["focusin", "focusout"]) document.addEventListener(kind, () => requestAnimationFrame(showFocus));
  document.addEventListener("tielu:zoomed", place);
  window.addEventListener("resize", place);
  onPageChange(() => {
    for (const each of links()) each.setAttribute("role", "button");
    focusNextStop();
    if (!box) return;
    bar = null; // the bar is that of the new page
    if (link()) show();
    else close(false);
    showInBar();
  });
}
