// Zooms the map: by itself to what can be done in a step, and by wheel, two fingers, keys and buttons. It changes the viewBox of the
// drawing, so the layout of the page stays the same; the state is kept here, because the page may be changed in place at any time.

import { nameWhatFits } from "./map-names";
import { onPageChange } from "./morph";

interface View {
  x: number; // the centre, in units of the drawing
  y: number;
  scale: number; // 1 shows the whole map
}

const MAX_SCALE = 6;
// The map never zooms closer by itself than this, or than these pixels for a unit where it is small.
const MAX_FIT = 2.4;
const CLOSE = 0.9;
const STEP = 1.35;
const DRAG = 6; // pixels; a shorter movement is a click
const MARGIN = 70; // units around what the map zooms to: about one hex
// Text is drawn for these zooms, in pixels of the screen for a unit of the drawing.
const FAR = 0.7;
const FARTHER = 0.4; // values alone have room
const FARTHEST = 0.3; // nothing has
const NEAR = 1.6;
// The smallest label in units, and in pixels that must be reached: at a desk, and on a phone that has zoomed in.
const SMALLEST = 9.8;
const READABLE = 9.2;
const READABLE_IN_HAND = 11.2;
const IN_HAND = "(max-width: 47.99rem)";
const TOOLS = 58; // pixels at the top of a phone's map that its buttons lie on

let view: View = { x: 0, y: 0, scale: 1 };
let whole: DOMRect | null = null; // the map as it is drawn, in its own units
let dragged = false;
let step = ""; // the step for which the map has zoomed by itself
let covered = 0; // pixels at the bottom of the map that a box lies on
let fitted: DOMRect | null = null; // what it has zoomed to, until the reader zooms

const fingers = new Map<number, PointerEvent>();

function map(): HTMLElement | null {
  return document.getElementById("map");
}

function drawing(): SVGSVGElement | null {
  return map()?.querySelector("svg") ?? null;
}

/** Whether the last press moved the map and is no click. */
export function wasDrag(): boolean {
  return dragged;
}

/** The part of the map that is seen: on a phone, what is asked lies on its lower part. */
function seen(): DOMRect | null {
  const box = map()?.getBoundingClientRect();
  const sheet = document.querySelector(".middle > .sheet");
  if (!box || !sheet) return box ?? null;
  const parts = [...sheet.querySelectorAll(":scope > :not(.unseen)")].filter((each) => each.checkVisibility());
  const top = Math.min(...parts.map((each) => each.getBoundingClientRect().top));
  const end = Math.max(sheet.getBoundingClientRect().top, top); // it may have been scrolled
  return end > box.top && end < box.bottom ? new DOMRect(box.x, box.y, box.width, end - box.top) : box;
}

/** Pixels of the screen for a unit of the drawing when the whole map is shown. */
function fitting(box: DOMRect): number {
  return whole ? Math.min(box.width / whole.width, box.height / whole.height) : 1;
}

function between(least: number, value: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value));
}

/** Apply `view` to the drawing, limited to the map. */
function apply(): void {
  const [svg, here] = [drawing(), map()];
  const box = seen();
  if (!svg || !here || !box?.width || !box.height || !whole) return;
  view.scale = between(1, view.scale, MAX_SCALE);
  const pixels = fitting(box) * view.scale;
  const [width, height] = [box.width / pixels, box.height / pixels];
  view.x = between(whole.x + width / 2, view.x, whole.x + whole.width - width / 2);
  view.y = between(whole.y + height / 2, view.y, whole.y + whole.height - height / 2 + covered / pixels);
  const drawn = here.getBoundingClientRect().height / pixels; // what is covered is drawn, too
  const frame = `${view.x - width / 2} ${view.y - height / 2} ${width} ${drawn}`;
  if (svg.getAttribute("viewBox") !== frame) svg.setAttribute("viewBox", frame);
  here.classList.toggle("zoomed", view.scale > 1.001);
  here.classList.toggle("far", pixels < FAR);
  here.classList.toggle("farther", pixels < FARTHER);
  here.classList.toggle("farthest", pixels < FARTHEST);
  here.classList.toggle("mid", pixels >= FAR && pixels < NEAR);
  here.classList.toggle("near", pixels >= NEAR);
  const readable = view.scale > 1.001 && window.matchMedia(IN_HAND).matches ? READABLE_IN_HAND : READABLE;
  here.style.setProperty("--k", String(Math.max(1, readable / (SMALLEST * pixels))));
  // Beside cards the map is there for its names; so it is where its hexes choose one of the cards.
  const named = pixels < FARTHER && (here.closest(".peek") ?? svg.querySelector('a[href*="arm="]')) !== null;
  here.classList.toggle("named", named);
  if (named) nameWhatFits(here);
  document.dispatchEvent(new Event("tielu:zoomed"));
}

/** Zoom around a point of the window, or around the centre of the view. */
function zoom(factor: number, at?: { clientX: number; clientY: number }): void {
  const box = seen();
  if (!box || !whole) return;
  fitted = null;
  const before = fitting(box) * view.scale;
  view.scale = between(1, view.scale * factor, MAX_SCALE);
  const after = fitting(box) * view.scale;
  if (at) {
    const [right, down] = [at.clientX - box.left - box.width / 2, at.clientY - box.top - box.height / 2];
    view.x += right / before - right / after;
    view.y += down / before - down / after;
  }
  apply();
}

/** Move the view by pixels of the window. */
function move(right: number, down: number): void {
  const box = seen();
  if (!box || !whole) return;
  fitted = null;
  const pixels = fitting(box) * view.scale;
  view.x += right / pixels;
  view.y += down / pixels;
  apply();
}

/** Show a part of the map, in the window, above this height; what is below is covered. Where it is drawn small, zoom in to it. */
export function moveAbove(part: DOMRect, height: number): void {
  const box = seen();
  if (!box) return;
  const before = fitted;
  const pixels = fitting(box) * view.scale;
  covered = Math.max(0, box.bottom - height);
  if (pixels < FAR) {
    const middle = { clientX: (part.left + part.right) / 2, clientY: (part.top + part.bottom) / 2 };
    zoom(CLOSE / pixels, middle);
    move(middle.clientX - (box.left + box.right) / 2, middle.clientY - (box.top + height) / 2);
  } else if (part.bottom > height) move(0, part.bottom - height + DRAG);
  fitted = before;
}

/** Nothing lies on the map any more: move it back. */
export function uncover(): void {
  if (!covered) return;
  covered = 0;
  if (fitted) fit(fitted);
  else apply();
}

function showWhole(): void {
  if (!whole) return;
  fitted = null;
  view = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2, scale: 1 };
  apply();
}

/** The box around elements of the drawing, in its units, with a margin; null without elements. */
function around(elements: Iterable<SVGGraphicsElement>): DOMRect | null {
  const svg = drawing();
  const inverse = svg?.getScreenCTM()?.inverse();
  if (!svg || !inverse) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const element of elements) {
    const rect = element.getBoundingClientRect();
    if (!rect.width && !rect.height) continue; // a train that has no route yet
    const start = new DOMPoint(rect.left, rect.top).matrixTransform(inverse);
    const end = new DOMPoint(rect.right, rect.bottom).matrixTransform(inverse);
    [left, top, right, bottom] = [Math.min(left, start.x), Math.min(top, start.y), Math.max(right, end.x), Math.max(bottom, end.y)];
  }
  if (left > right) return null;
  return new DOMRect(left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN);
}

/** Show the next stops of a run with what is drawn, and what a suggestion builds: the view only changes if some is out of sight. */
function keepInSight(): void {
  const svg = drawing();
  const stops = [...(svg?.querySelectorAll<SVGGraphicsElement>("a.next-stop, .preview.tried") ?? [])].filter((each) => each.checkVisibility());
  const box = stops.length ? seen() : null;
  if (!svg || !box) return;
  const unseen = stops.some((each) => {
    const rect = each.getBoundingClientRect();
    return rect.left < box.left || rect.right > box.right || rect.top < box.top + toolsHeight(box) || rect.bottom > box.bottom;
  });
  if (unseen) fit(around([...stops, ...svg.querySelectorAll<SVGGraphicsElement>('[data-run="0"]')]));
}

/** How much of the map its own buttons cover: on a phone what can be done must not lie below them. */
function toolsHeight(box: DOMRect): number {
  return window.matchMedia(IN_HAND).matches && box.height > 4 * TOOLS ? TOOLS : 0;
}

/** Zoom to a part of the map, given in units of the drawing. */
function fit(target: DOMRect | null): void {
  const box = seen();
  if (!target || !box) return;
  fitted = target;
  const tools = toolsHeight(box);
  const fitsAt = Math.min(box.width / target.width, (box.height - tools) / target.height) / fitting(box);
  const scale = Math.min(fitsAt, Math.max(MAX_FIT, CLOSE / fitting(box)));
  view = { x: target.x + target.width / 2, y: target.y + target.height / 2 - tools / 2 / (fitting(box) * scale), scale };
  apply();
}

/** What the map has zoomed to, or all lit hexes if some of them lie outside of it. */
function grown(before: DOMRect): DOMRect {
  const lit = around(drawing()?.querySelectorAll<SVGGraphicsElement>("a[href] .ground") ?? []);
  const inside = !lit || (lit.left >= before.left && lit.right <= before.right && lit.top >= before.top && lit.bottom <= before.bottom);
  return inside ? before : lit;
}

/** Zoom to what can be done, once in a step: the hexes to build on, or the run. An own zoom is kept until the step ends. */
function followStep(): void {
  const words = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? "";
  const now = [words(".turn b"), words(".line .now"), document.querySelector("main")?.dataset.game].join("|");
  if (now === step) {
    if (fitted) fit(grown(fitted)); // the map may have another size now, and more may be lit
    else apply();
    keepInSight();
    return;
  }
  step = now;
  const target = targetOfStep(); // measured before anything changes, or the map would be laid out once more
  if (target) fit(target);
  else showWhole();
  keepInSight();
}

/** What a step is about, in units of the drawing: the hexes to build on or the run, else the network; null for the whole map. */
function targetOfStep(): DOMRect | null {
  const svg = drawing();
  if (!svg || svg.closest(".peek")) return null;
  const all = (selector: string) => around(svg.querySelectorAll<SVGGraphicsElement>(selector));
  // In the hand a drawing begins near enough to press one of the first stops.
  const first = () => (window.matchMedia(IN_HAND).matches ? all("a.next-stop") : null);
  return all('a[href] .ground, .route:not(.away), [data-run="0"]') ?? first() ?? around(network(svg));
}

/** The hexes of the railway in turn. */
function network(svg: SVGSVGElement): SVGGraphicsElement[] {
  const names = map()?.dataset.network?.split(" ") ?? [];
  return names.flatMap((name) => [...svg.querySelectorAll<SVGGraphicsElement>(`#hex-${name} .ground`)]);
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-60, 0],
  ArrowRight: [60, 0],
  ArrowUp: [0, -60],
  ArrowDown: [0, 60],
};

function onKey(event: KeyboardEvent): void {
  const here = map();
  if (!here || event.defaultPrevented || !(event.target instanceof Element) || !here.contains(event.target)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow && view.scale > 1) move(...arrow);
  else if (event.key === "+" || event.key === "=") zoom(STEP);
  else if (event.key === "-") zoom(1 / STEP);
  else return;
  event.preventDefault();
}

function onWheel(event: WheelEvent): void {
  // The table does not scroll, so the wheel zooms its map; browsers report pinching on a touch pad as a wheel with Ctrl.
  if (!(event.target instanceof Element) || !map()?.contains(event.target)) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0025)), event);
}

function onPress(event: PointerEvent): void {
  if (!(event.target instanceof Element) || !drawing()?.contains(event.target)) return;
  if (event.pointerType === "mouse" && event.button !== 0) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, event);
}

function onMove(event: PointerEvent): void {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const other = [...fingers.values()].find((each) => each.pointerId !== event.pointerId);
  if (other) {
    dragged = true;
    const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    const distanceBefore = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
    zoom(Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY) / Math.max(1, distanceBefore), middle);
    move((before.clientX - event.clientX) / 2, (before.clientY - event.clientY) / 2);
  } else if (view.scale > 1) {
    const distance = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (!dragged && distance < DRAG) return;
    dragged = true;
    move(before.clientX - event.clientX, before.clientY - event.clientY);
  } else return;
  fingers.set(event.pointerId, event);
}

function onRelease(event: PointerEvent): void {
  fingers.delete(event.pointerId);
}

/** A press on the small map beside the cards opens it. */
function openSmallMap(target: Element): void {
  const box = document.querySelector<HTMLInputElement>("#open-map");
  if (!box || box.checked || dragged || !target.closest(".peek > #map")) return;
  box.checked = true;
  showWhole();
}

function onButton(event: Event): void {
  if (event.target instanceof Element) openSmallMap(event.target);
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-zoom]") : null;
  if (button?.dataset.zoom === "whole") showWhole();
  else if (button) zoom(button.dataset.zoom === "in" ? STEP : 1 / STEP);
}

export function startZoom(): void {
  document.addEventListener("wheel", onWheel, { passive: false });
  document.addEventListener("pointerdown", onPress);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onRelease);
  document.addEventListener("pointercancel", onRelease);
  document.addEventListener("click", onButton);
  document.addEventListener("keydown", onKey);
  document.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    if (event.target.id === "open-map") showWhole();
    else if (event.target.name === "view") apply(); // a map that has not been seen yet has no size
  });
  document.addEventListener("dragstart", (event) => {
    // Otherwise a link in the drawing would be dragged instead of the map.
    if (event.target instanceof SVGElement) event.preventDefault();
  });
  window.addEventListener("resize", () => (fitted ? fit(fitted) : apply()));
  onPageChange(() => {
    const svg = drawing();
    if (!svg) return;
    const width = Number(svg.getAttribute("width"));
    const height = Number(svg.getAttribute("height"));
    const paper = svg.querySelector("rect.paper");
    whole = new DOMRect(Number(paper?.getAttribute("x")), Number(paper?.getAttribute("y")), width, height);
    followStep();
  });
}
