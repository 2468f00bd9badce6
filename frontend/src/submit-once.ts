// Prevents a form from being submitted twice, for instance creating two games by a double click.

const RETRY_AFTER = 10_000; // milliseconds

const sent = new Map<HTMLFormElement, number>();

export function startSubmitOnce(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    // htmx has prevented the default of the forms that it sends itself.
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
    if (Date.now() - (sent.get(form) ?? 0) < RETRY_AFTER) event.preventDefault();
    else sent.set(form, Date.now());
  });
  window.addEventListener("pageshow", () => sent.clear()); // the reader has returned to the form
}
