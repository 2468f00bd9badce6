// Keeps what the reader has typed when the page changes, for the same field of the same form.

interface Field {
  element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  key: string;
  value: string;
}

const SELECTOR = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select";

function key(element: Field["element"]): string {
  const form = element.form;
  if (!form) return "";
  const action = form.querySelector<HTMLInputElement>('input[type=hidden][name="action"]')?.value ?? "";
  // The amount in the action is the minimum, which may have risen; it is still the same action.
  const kind = action.replace(/"(amount|price)":\d+/, "");
  // In the form of a new game each seat has fields of the same names.
  const alike = [...form.elements].filter((each) => each.getAttribute("name") === element.name);
  return [form.getAttribute("action"), kind, element.name || element.id, alike.indexOf(element)].join("\n");
}

function isChanged(element: Field["element"]): boolean {
  if (element instanceof HTMLSelectElement)
    return [...element.options].some((option) => option.selected !== option.defaultSelected);
  return element.value !== element.defaultValue;
}

function fields(): Field["element"][] {
  return [...document.querySelectorAll<Field["element"]>(SELECTOR)];
}

/** The fields whose value differs from that in the page. */
export function changedFields(): Field[] {
  return fields()
    .filter(isChanged)
    .map((element) => ({ element, key: key(element), value: element.value }));
}

/** Restore what was typed; an element that now belongs to another field gets the value of the page. */
export function restoreFields(changed: Field[]): void {
  for (const { element, key: before } of changed)
    if (!(element instanceof HTMLSelectElement) && element.isConnected && key(element) !== before)
      element.value = element.defaultValue;
  const now = new Map(fields().map((element) => [key(element), element]));
  for (const { key: fieldKey, value } of changed) {
    const found = fieldKey ? now.get(fieldKey) : undefined;
    if (found && found.value !== value) found.value = value;
  }
}
