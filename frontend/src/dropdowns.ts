// The menu and the sheets of a what-if board open over the page: a press elsewhere or Escape closes them.

const OPEN = "#menu[open], .band-sheet[open]";

function openLists(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>(OPEN)];
}

export function startDropdowns(): void {
  document.addEventListener("click", (event) => {
    for (const list of openLists()) if (event.target instanceof Node && !list.contains(event.target)) list.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    for (const list of openLists()) {
      if (list.contains(document.activeElement)) list.querySelector("summary")?.focus();
      list.open = false;
    }
  });
}
