// The history slider: the page follows when the slider has rested for a moment. A typed number is taken at once.

const DELAY = 120; // milliseconds
let timer: number | undefined;

function field(id: string): HTMLInputElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement ? found : null;
}

function go(): void {
  window.clearTimeout(timer);
  const at = field("history-at");
  if (at?.checkValidity()) at.form?.requestSubmit();
}

export function startHistory(): void {
  document.addEventListener("input", (event) => {
    const [slider, at] = [field("history-slider"), field("history-at")];
    if (!slider || !at || event.target !== slider) return;
    at.value = slider.value;
    window.clearTimeout(timer);
    timer = window.setTimeout(go, DELAY);
  });
  document.addEventListener("change", (event) => {
    if (event.target === field("history-at")) go();
  });
}
