// Zooms the map by Ctrl and wheel, two fingers, keys and buttons. It changes the viewBox of the drawing, so the layout of the page
// stays the same; the state is kept here, because the page may be changed in place at any time.

import { onPageChange } from "./morph";

interface View {
  x: number;
  y: number;
  scale: number;
}

const MAX_SCALE = 6;
const STEP = 1.35;
const DRAG = 6; // pixels; a shorter movement is a click
const WHOLE: Readonly<View> = { x: 0, y: 0, scale: 1 };

let view: View = { ...WHOLE };
let whole: DOMRect | null = null; // the map as it is drawn, in its own units
let dragged = false;

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

/** Apply `view` to the drawing, limited to the map. */
function apply(): void {
  const svg = drawing();
  if (!svg || !whole) return;
  view.scale = Math.min(MAX_SCALE, Math.max(1, view.scale));
  const width = whole.width / view.scale;
  const height = whole.height / view.scale;
  view.x = Math.min(whole.width - width, Math.max(0, view.x));
  view.y = Math.min(whole.height - height, Math.max(0, view.y));
  svg.setAttribute("viewBox", `${whole.x + view.x} ${whole.y + view.y} ${width} ${height}`);
  map()?.classList.toggle("zoomed", view.scale > 1.001);
  document.dispatchEvent(new Event("tielu:zoomed"));
}

/** Zoom around a point of the window, or around the centre of the view. */
function zoom(factor: number, at?: { clientX: number; clientY: number }): void {
  const svg = drawing();
  if (!svg || !whole) return;
  const box = svg.getBoundingClientRect();
  const right = at ? (at.clientX - box.left) / box.width : 0.5;
  const down = at ? (at.clientY - box.top) / box.height : 0.5;
  const before = view.scale;
  const after = Math.min(MAX_SCALE, Math.max(1, before * factor));
  view.x += right * whole.width * (1 / before - 1 / after);
  view.y += down * whole.height * (1 / before - 1 / after);
  view.scale = after;
  apply();
}

/** Move the view by pixels of the window. */
function move(right: number, down: number): void {
  const box = drawing()?.getBoundingClientRect();
  if (!box || !whole) return;
  view.x += (right / box.width) * (whole.width / view.scale);
  view.y += (down / box.height) * (whole.height / view.scale);
  apply();
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-60, 0],
  ArrowRight: [60, 0],
  ArrowUp: [0, -60],
  ArrowDown: [0, 60],
};

function onKey(event: KeyboardEvent): void {
  const here = map();
  if (!here || !(event.target instanceof Element) || !here.contains(event.target)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (event.key === "+" || event.key === "=") zoom(STEP);
  else if (event.key === "-") zoom(1 / STEP);
  else if (event.key === "0") zoom(0);
  else if (arrow && view.scale > 1) move(...arrow);
  else return;
  event.preventDefault();
}

function onWheel(event: WheelEvent): void {
  // A wheel without Ctrl scrolls the page; browsers report pinching on a touch pad as a wheel with Ctrl.
  if (!event.ctrlKey || !(event.target instanceof Element) || !map()?.contains(event.target)) return;
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

function onButton(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-zoom]") : null;
  if (button) zoom({ in: STEP, out: 1 / STEP, whole: 0 }[button.dataset.zoom ?? ""] ?? 1);
}

export function startZoom(): void {
  document.addEventListener("wheel", onWheel, { passive: false });
  document.addEventListener("pointerdown", onPress);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onRelease);
  document.addEventListener("pointercancel", onRelease);
  document.addEventListener("click", onButton);
  document.addEventListener("keydown", onKey);
  document.addEventListener("dragstart", (event) => {
    // Otherwise a link in the drawing would be dragged instead of the map.
    if (event.target instanceof SVGElement) event.preventDefault();
  });
  onPageChange(() => {
    const svg = drawing();
    if (!svg) return;
    const width = Number(svg.getAttribute("width"));
    const height = Number(svg.getAttribute("height"));
    const paper = svg.querySelector("rect.paper");
    whole = new DOMRect(Number(paper?.getAttribute("x")), Number(paper?.getAttribute("y")), width, height);
    if (view.scale > 1) apply();
  });
}
