// What a reader has switched on or off in this browser. A browser that keeps nothing has what is usual.

import { shown } from "./morph";

export type Setting = "notify" | "sound" | "keys";

const USUAL: Readonly<Record<Setting, boolean>> = { notify: false, sound: false, keys: true };

export function isOn(setting: Setting): boolean {
  try {
    const kept = localStorage.getItem(`tielu.${setting}`);
    return kept === null ? USUAL[setting] : kept === "on";
  } catch {
    return USUAL[setting];
  }
}

function keep(setting: Setting, on: boolean): void {
  try {
    localStorage.setItem(`tielu.${setting}`, on ? "on" : "off");
  } catch {
    // then it holds for nothing
  }
}

/** The browser is asked for its leave; without it the box is empty again, and says why. */
async function choose(box: HTMLInputElement): Promise<void> {
  const setting = box.dataset.setting as Setting;
  if (setting === "notify" && box.checked) {
    box.checked = "Notification" in window && (await Notification.requestPermission()) === "granted";
    const refused = document.getElementById("notify-refused");
    if (refused) refused.hidden = box.checked;
  }
  keep(setting, box.checked);
  document.dispatchEvent(new CustomEvent("tielu:chosen", { detail: setting }));
}

export function startSettings(): void {
  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.setting) void choose(event.target);
  });
  shown(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]"))
      box.checked = isOn(box.dataset.setting as Setting);
  });
}
