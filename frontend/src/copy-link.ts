// Buttons that copy the link of a seat; they are hidden without this script.

import { onPageChange } from "./morph";

async function copy(text: string): Promise<boolean> {
  // Without https, as in a home network, browsers offer no clipboard API, but still support the old command.
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

async function copyAndConfirm(button: HTMLElement): Promise<void> {
  const label = button.textContent;
  if (!(await copy(button.dataset.copy ?? ""))) return;
  button.textContent = button.dataset.copied ?? label;
  button.focus();
  setTimeout(() => (button.textContent = label), 2000);
}

export function startCopyLink(): void {
  onPageChange(() => {
    for (const button of document.querySelectorAll<HTMLElement>("[data-copy][hidden]")) button.hidden = false;
  });
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-copy]");
    if (button && button.textContent !== button.dataset.copied) void copyAndConfirm(button);
  });
}
