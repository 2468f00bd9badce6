// The menus and the sheets of lessons, puzzles, what-if boards and guided games open over the page: a press elsewhere or Escape closes them. What stands beside
// the map or the bids closes with Escape only, as does the map that was opened over cards.

const OVER = "#menu[open], #settings[open], .band-sheet[open], .guide-sheet[open], .rule-sheet[open]";
const BESIDE = ".signs-list[open], .how[open]";
/** What Escape closes, here or in the browser. */
export const OPEN = `${OVER}, ${BESIDE}, #open-map:checked, dialog[open], :popover-open`;

function openLists(selector: string): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>(selector)];
}

export function startDropdowns(): void {
  document.addEventListener("click", (event) => {
    for (const list of openLists(OVER)) if (event.target instanceof Node && !list.contains(event.target)) list.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const map = document.querySelector<HTMLInputElement>("#open-map:checked");
    if (map) map.click();
    for (const list of openLists(`${OVER}, ${BESIDE}`)) {
      if (list.contains(document.activeElement)) list.querySelector("summary")?.focus();
      list.open = false;
    }
  });
}
