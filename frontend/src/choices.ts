// Choices in the action bar and on cards: the stepper of an amount, and the questions of a founding, which are sent as they are answered.

import { OPEN } from "./dropdowns";
import { TEXT_FIELDS } from "./shortcuts";

/** A quick amount goes into its field; without a script it is sent at once. */
function onQuick(event: Event): void {
  const quick = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button.quick") : null;
  const field = document.querySelector<HTMLInputElement>(".bar .amount input[type=number]");
  if (!quick || !field) return;
  event.preventDefault();
  field.value = quick.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function onClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-step-by]") : null;
  const field = button?.parentElement?.querySelector<HTMLInputElement>("input[type=number]");
  if (!button || !field) return;
  if (Number(button.dataset.stepBy) < 0) field.stepDown();
  else field.stepUp();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The sentence and the main button name the amount that stands in the field, and what is left of the purse. */
function nameAmount(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement) || !field.form?.classList.contains("amount") || !field.validity.valid) return;
  for (const line of document.querySelectorAll<HTMLElement>(".bar [data-words]")) {
    const rest = Number(line.dataset.purse) - field.valueAsNumber;
    line.textContent = (line.dataset.words ?? "").replace("{amount}", field.value).replace("{rest}", String(rest));
  }
}

function onChange(event: Event): void {
  const form = event.target instanceof HTMLInputElement ? event.target.form : null;
  if (form?.classList.contains("founding")) form.requestSubmit();
}

// The choice that is armed has no further use for Enter, so that Enter twice chooses a move and makes it.
const USES_ENTER = "a, button:not([name=arm][aria-pressed=true]), input:not(.founding *), select, textarea, summary, [contenteditable]";

/** Enter makes the armed move, unless the focus is on something that has a use for it. */
function onKey(event: KeyboardEvent): void {
  if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(USES_ENTER)) return;
  const main = document.querySelector<HTMLElement>(".bar [data-main]:not(:disabled)");
  if (!main) return;
  event.preventDefault();
  main.click();
}

/** Escape puts back what is chosen or suggested, unless something is open, which it closes. */
function onEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || document.querySelector(OPEN)) return;
  if (event.target instanceof Element && event.target.closest(TEXT_FIELDS) && !event.target.closest(".bar")) return;
  document.querySelector<HTMLButtonElement>("[data-disarm]")?.click();
}

export function startChoices(): void {
  document.addEventListener("click", onQuick);
  document.addEventListener("click", onClick);
  document.addEventListener("input", (event) => nameAmount(event.target));
  // What was typed before the page changed still stands in the field.
  document.addEventListener("tielu:shown", () => nameAmount(document.querySelector(".amount [name=amount]")));
  document.addEventListener("change", onChange);
  document.addEventListener("keydown", onKey);
  document.addEventListener("keydown", onEscape);
}
