// What is half typed: kept through a change of the page, for the same field of the same form only.

interface Field {
  element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  key: string;
  value: string;
}

const TYPED = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select";

function key(element: Field["element"]): string {
  const form = element.form;
  if (!form) return "";
  const action = form.querySelector<HTMLInputElement>('input[type=hidden][name="action"]')?.value ?? "";
  // The amount in the action is the least one, which may have risen; it is the same action.
  const kind = action.replace(/"(amount|price)":\d+/, "");
  return [form.getAttribute("action"), kind, element.name || element.id].join("\n");
}

function isDirty(element: Field["element"]): boolean {
  if (element instanceof HTMLSelectElement)
    return [...element.options].some((option) => option.selected !== option.defaultSelected);
  return element.value !== element.defaultValue;
}

function fields(): Field["element"][] {
  return [...document.querySelectorAll<Field["element"]>(TYPED)];
}

/** The fields that hold something else than the page gave them. */
export function keptFields(): Field[] {
  return fields()
    .filter(isDirty)
    .map((element) => ({ element, key: key(element), value: element.value }));
}

/** Put back what was typed; an element that now stands for something else holds what the page says. */
export function restoreFields(kept: Field[]): void {
  for (const { element, key: before } of kept)
    if (!(element instanceof HTMLSelectElement) && element.isConnected && key(element) !== before)
      element.value = element.defaultValue;
  const now = new Map(fields().map((element) => [key(element), element]));
  for (const { key: wanted, value } of kept) {
    const found = wanted ? now.get(wanted) : undefined;
    if (found && found.value !== value) found.value = value;
  }
}
