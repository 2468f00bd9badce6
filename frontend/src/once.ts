// A form that leads to another page is sent once, however often its button is pressed: each time would make a game of its own.

const PATIENCE = 10_000; // who has waited for so long may try again

const sent = new Map<HTMLFormElement, number>();

export function startOnce(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    // Forms that htmx sends are its concern; their default has been prevented by now.
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
    if (Date.now() - (sent.get(form) ?? 0) < PATIENCE) event.preventDefault();
    else sent.set(form, Date.now());
  });
  window.addEventListener("pageshow", () => sent.clear()); // the reader has come back to it
}
