// Keys that go to a part of the page. Which ones there are stands in templates/keys.html, beside the words that explain them.

import { isOn } from "./settings";

const WRITING = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";

function press(target: Element): void {
  if (target instanceof HTMLDetailsElement) {
    target.open = !target.open;
    if (target.open) target.scrollIntoView({ block: "nearest" });
    target.querySelector("summary")?.focus({ preventScroll: true });
  } else if (target instanceof HTMLAnchorElement) {
    target.click();
  } else if (target instanceof HTMLElement) {
    // A button that lies in a closed list has to be shown first.
    for (let list = target.closest("details"); list; list = list.parentElement?.closest("details") ?? null) list.open = true;
    target.scrollIntoView({ block: target instanceof HTMLButtonElement ? "nearest" : "start" });
    target.focus({ preventScroll: true });
  }
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (!isOn("keys") || (event.target instanceof Element && event.target.closest(WRITING))) return;
  const entry = document.querySelector<HTMLElement>(`#keys [data-key="${CSS.escape(event.key)}"]`);
  const target = entry?.dataset.target ? document.querySelector(entry.dataset.target) : null;
  if (!target) return;
  event.preventDefault();
  press(target);
}

export function startKeys(): void {
  document.addEventListener("keydown", onKey);
}
