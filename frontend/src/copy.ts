// Links to seats are copied by a button. The button is there only with this script; without it the link is marked by hand.

import { shown } from "./morph";

async function copy(text: string): Promise<boolean> {
  // Over plain http, as in a network at home, browsers have no clipboard to write to, but still obey the old command.
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

async function pressed(button: HTMLElement): Promise<void> {
  const words = button.textContent;
  if (!(await copy(button.dataset.copy ?? ""))) return;
  button.textContent = button.dataset.copied ?? words;
  button.focus();
  setTimeout(() => (button.textContent = words), 2000);
}

export function startCopying(): void {
  shown(() => {
    for (const button of document.querySelectorAll<HTMLElement>("[data-copy][hidden]")) button.hidden = false;
  });
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-copy]");
    if (button && button.textContent !== button.dataset.copied) void pressed(button);
  });
}
