// Small movements that show what has changed: a tile settles, a marker moves on the market, cash that changes fades in.
// Who wants no motion has none.

import { onPageChange } from "./morph";

const TIME: KeyframeAnimationOptions = { duration: 160, easing: "ease-out" };

interface Seen {
  markers: Map<string, DOMRect>;
  tiles: Map<string, string>;
  cash: Map<string, string>;
}

let before: Seen | null = null;

function each<T extends Element>(selector: string, handle: (element: T) => void): void {
  document.querySelectorAll<T>(selector).forEach(handle);
}

function present(): Seen {
  const seen: Seen = { markers: new Map(), tiles: new Map(), cash: new Map() };
  each<SVGElement>(".market [data-cell] [data-company]", (one) => seen.markers.set(one.dataset.company ?? "", one.getBoundingClientRect()));
  each<SVGElement>("#map [data-hex][data-tile]", (one) => seen.tiles.set(one.dataset.hex ?? "", one.dataset.tile ?? ""));
  each(".player", (one) => seen.cash.set(name(one), one.querySelector(".cash")?.textContent ?? ""));
  return seen;
}

function name(player: Element): string {
  return player.querySelector(".name")?.textContent ?? "";
}

function move(marker: SVGGraphicsElement, from: DOMRect): void {
  const [to, scale] = [marker.getBoundingClientRect(), marker.ownerSVGElement?.getScreenCTM()?.a ?? 1];
  const [right, down] = [(from.left - to.left) / scale, (from.top - to.top) / scale];
  if (Math.abs(right) + Math.abs(down) > 1) marker.animate([{ transform: `translate(${right}px, ${down}px)` }, { transform: "none" }], TIME);
}

function show(last: Seen): void {
  each<SVGGraphicsElement>(".market [data-cell] [data-company]", (one) => {
    const from = last.markers.get(one.dataset.company ?? "");
    if (from?.width) move(one, from);
  });
  each<SVGElement>("#map [data-hex][data-tile]", (one) => {
    if (last.tiles.size && last.tiles.get(one.dataset.hex ?? "") !== one.dataset.tile) one.animate([{ opacity: 0.15 }, { opacity: 1 }], TIME);
  });
  each(".player", (one) => {
    const [cash, old] = [one.querySelector(".cash"), last.cash.get(name(one))];
    if (old !== undefined && old !== cash?.textContent) cash?.animate([{ opacity: 0.15 }, { opacity: 1 }], TIME);
  });
}

export function startMotion(): void {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  document.addEventListener("htmx:before:swap", () => {
    before = still.matches || document.hidden ? null : present();
  });
  onPageChange(() => {
    if (before) show(before);
    before = null;
  });
}
