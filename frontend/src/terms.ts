// Words of the game tell what they mean when a mouse rests on them; a press opens the same without this script.

const DELAY = 250; // milliseconds
let timer: number | undefined;

function meaning(element: EventTarget | null): HTMLElement | null {
  const word = element instanceof Element ? element.closest<HTMLElement>(".term[popovertarget]") : null;
  return word ? document.getElementById(word.getAttribute("popovertarget") ?? "") : null;
}

function onPointerOver(event: PointerEvent): void {
  if (event.pointerType !== "mouse") return;
  window.clearTimeout(timer);
  const [means, source] = [meaning(event.target), event.target as HTMLElement];
  const open = document.querySelector<HTMLElement>(".means:popover-open");
  if (open && means !== open && !open.contains(source)) timer = window.setTimeout(() => open.hidePopover(), DELAY);
  if (means && means !== open) {
    timer = window.setTimeout(() => means.showPopover({ source } as never), DELAY);
  }
}

export function startTerms(): void {
  if ("popover" in HTMLElement.prototype) document.addEventListener("pointerover", onPointerOver);
}
