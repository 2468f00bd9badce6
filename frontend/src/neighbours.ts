// Arrow keys lead from one thing to the nearest one in their direction: among hexes, and among the buttons of cards.

type Centre = (each: Element) => DOMRect;

/** The nearest of these elements in the direction of an arrow key; null if there is none. */
export function neighbour<T extends Element>(from: Element, all: Iterable<T>, key: string, box: Centre = (each) => each.getBoundingClientRect()): T | null {
  const right = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  const down = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
  const centre = (each: Element) => {
    const rect = box(each);
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  };
  const start = centre(from);
  let best: T | null = null;
  let least = Infinity;
  for (const each of all) {
    const [x, y] = [centre(each).x - start.x, centre(each).y - start.y];
    const along = x * right + y * down;
    const across = Math.abs(x * down) + Math.abs(y * right);
    if (along > 4 && along + 2 * across < least) [best, least] = [each, along + 2 * across];
  }
  return best;
}

const CARDS = ".cards button:not(.founding *), .purchases button";

function onKey(event: KeyboardEvent): void {
  if (!event.key.startsWith("Arrow") || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const from = event.target instanceof Element ? event.target.closest(CARDS) : null;
  const list = from?.closest(".cards, .purchases");
  if (!from || !list) return;
  const next = neighbour(from, list.querySelectorAll<HTMLButtonElement>(CARDS), event.key);
  next?.focus();
  event.preventDefault();
}

export function startNeighbours(): void {
  document.addEventListener("keydown", onKey);
}
