// Names on a map that is too small for all of them: those of hexes to choose and of cities come first, and whatever would lie on another
// name is hidden.

const GAP = 3; // pixels between two names

/** Hide the names that have no room. */
export function nameWhatFits(map: HTMLElement): void {
  const names = [...map.querySelectorAll<SVGTextElement>(".overview .name")];
  for (const each of names) each.classList.remove("hidden");
  const frame = map.getBoundingClientRect();
  const taken: DOMRect[] = [];
  for (const name of inOrder(map, names)) {
    const rect = name.getBoundingClientRect();
    const outside = rect.left < frame.left || rect.right > frame.right || rect.top < frame.top || rect.bottom > frame.bottom;
    if (outside || taken.some((each) => touches(each, rect))) name.classList.add("hidden");
    else taken.push(rect);
  }
}

/** The names of hexes that can be chosen, of cities with a marker, of other cities, then of towns. */
function inOrder(map: HTMLElement, names: SVGTextElement[]): SVGTextElement[] {
  const hexes = new Map([...map.querySelectorAll<SVGGElement>(".hex")].map((each) => [each.getAttribute("transform"), each.dataset.hex]));
  const rank = (name: SVGTextElement): number => {
    const hex = hexes.get(name.closest("g[transform]")?.getAttribute("transform") ?? "");
    if (map.querySelector(`a[href] [data-hex="${hex ?? ""}"]`)) return -1;
    const stops = map.querySelectorAll(`.city-stop[data-hex="${hex ?? ""}"]`);
    if (!stops.length) return 2;
    return [...stops].some((each) => each.querySelector(".marker")) ? 0 : 1;
  };
  return names.map((name) => ({ name, rank: rank(name) })).sort((one, other) => one.rank - other.rank).map(({ name }) => name);
}

function touches(one: DOMRect, other: DOMRect): boolean {
  const beside = one.right + GAP < other.left || other.right + GAP < one.left;
  return !beside && one.bottom > other.top && other.bottom > one.top;
}
