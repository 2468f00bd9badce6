// Keyboard shortcuts to parts of the page; keys and targets are listed in templates/shortcuts.html.

import { isOn } from "./settings";

export const TEXT_FIELDS = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";

/** In a small window one part is seen at a time: choose the tab behind which this one lies. */
function openTab(part: Element | null): void {
  const tabs = [...document.querySelectorAll<HTMLInputElement>("[name=view]")];
  const before = tabs.find((tab) => tab.checked);
  if (!part || !before || part.checkVisibility()) return;
  const found = tabs.find((tab) => {
    tab.checked = true;
    return part.checkVisibility();
  });
  if (!found) before.checked = true;
}

/** What is written in the chat goes into its field, and not to the keys. */
function openDrawer(tab: HTMLInputElement): void {
  openTab(tab.closest(".drawer"));
  tab.click();
  document.querySelector<HTMLElement>(`.pane[data-pane="${tab.value}"] :is(input:not([type=hidden]), textarea)`)?.focus({ preventScroll: true });
}

function goTo(target: Element): void {
  if (target instanceof HTMLDetailsElement) {
    const seen = target.open && target.checkVisibility();
    for (let list: HTMLDetailsElement | null = target; list; list = list.parentElement?.closest("details") ?? null) list.open = !seen;
    if (target.open) target.scrollIntoView({ block: "nearest" });
    target.querySelector("summary")?.focus({ preventScroll: true });
  } else if (target instanceof HTMLInputElement) {
    openDrawer(target);
  } else if (target instanceof HTMLAnchorElement || target.closest(".bar, .map-tools, .ribbon, .history, .next-line")) {
    (target as HTMLElement).click();
  } else if (target instanceof HTMLElement) {
    // Open the closed lists around a button first.
    for (let list = target.closest("details"); list; list = list.parentElement?.closest("details") ?? null) list.open = true;
    openTab(target);
    target.scrollIntoView({ block: target instanceof HTMLButtonElement ? "nearest" : "start" });
    target.focus({ preventScroll: true });
  }
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (event.key === "Enter") return; // it presses the button that has the focus; choices.ts knows what it does elsewhere
  if (event.key === "Escape" && event.target instanceof HTMLElement && event.target.closest(".drawer .pane")) event.target.blur();
  if (!isOn("keys") || (event.target instanceof Element && event.target.closest(TEXT_FIELDS))) return;
  const entry = document.querySelector<HTMLElement>(`#keys [data-key="${CSS.escape(event.key)}"]`);
  const target = entry?.dataset.target ? document.querySelector(entry.dataset.target) : null;
  if (!target) return;
  event.preventDefault();
  goTo(target);
}

/** Show the coordinates of all hexes while C is held. */
function onCoordinates(event: KeyboardEvent): void {
  const typing = event.target instanceof Element && event.target.closest(TEXT_FIELDS);
  const held = event.type === "keydown" && event.key === "c" && isOn("keys") && !typing && !event.ctrlKey && !event.metaKey;
  if (held || event.key === "c") document.getElementById("map")?.classList.toggle("coordinates", held);
}

const CHOICES = "#table :is(.cards, .sheet, .stage) button[name=arm]:not(:disabled)";

/** Choose by number: the first nine trains, shares, bids or other choices of the page; while a run is drawn, its trains. */
function onNumber(event: KeyboardEvent): void {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !isOn("keys")) return;
  if (event.target instanceof Element && event.target.closest(TEXT_FIELDS)) return;
  const index = Number(event.key) - 1;
  const trains = document.querySelector("#sheet .next-row") ? document.querySelectorAll("#sheet .run-route") : null;
  const seen = [...document.querySelectorAll<HTMLButtonElement>(CHOICES)].filter((each) => each.checkVisibility());
  const chosen = trains ? trains[index]?.querySelector<HTMLButtonElement>(".take-up") : seen[index];
  chosen?.focus({ preventScroll: true });
  chosen?.click();
}

export function startShortcuts(): void {
  document.addEventListener("keydown", onKey);
  document.addEventListener("keydown", onNumber);
  document.addEventListener("keydown", onCoordinates);
  document.addEventListener("keyup", onCoordinates);
}
