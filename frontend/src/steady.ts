// The list of trains stands above the action bar, so that all of it would move if it became lower. While one company buys, it
// keeps the height that it had.

import { onPageChange } from "./morph";

let turn = "";
let height = 0;

function keepHeight(): void {
  const list = document.querySelector<HTMLElement>(".sheet > .purchases");
  const now = list ? `${document.querySelector("main")?.dataset.game} ${document.querySelector(".turn b")?.textContent}` : "";
  if (now !== turn) height = 0;
  turn = now;
  if (!list) return;
  list.style.minHeight = ""; // what was kept before is not what it needs
  height = Math.max(height, list.offsetHeight);
  if (height > list.offsetHeight) list.style.minHeight = `${height}px`;
}

export function startSteadyList(): void {
  onPageChange(keepHeight);
  window.addEventListener("resize", () => {
    height = 0;
    keepHeight();
  });
}
