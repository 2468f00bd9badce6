// The slider through the history: it follows the hand, and the page follows when the hand is still. A number is taken as typed.

const STILL = 120;
let waiting: number | undefined;

function field(id: string): HTMLInputElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement ? found : null;
}

function go(): void {
  window.clearTimeout(waiting);
  const at = field("history-at");
  if (at?.checkValidity()) at.form?.requestSubmit();
}

export function startHistory(): void {
  document.addEventListener("input", (event) => {
    const [slider, at] = [field("history-slider"), field("history-at")];
    if (!slider || !at || event.target !== slider) return;
    at.value = slider.value;
    window.clearTimeout(waiting);
    waiting = window.setTimeout(go, STILL);
  });
  document.addEventListener("change", (event) => {
    if (event.target === field("history-at")) go();
  });
}
