// Settings of this browser, stored in its local storage; without storage the defaults apply.

import { onPageChange } from "./morph";

export type Setting = "notify" | "sound" | "keys";

const DEFAULTS: Readonly<Record<Setting, boolean>> = { notify: false, sound: false, keys: true };

export function isOn(setting: Setting): boolean {
  try {
    const stored = localStorage.getItem(`tielu.${setting}`);
    return stored === null ? DEFAULTS[setting] : stored === "on";
  } catch {
    return DEFAULTS[setting];
  }
}

function store(setting: Setting, on: boolean): void {
  try {
    localStorage.setItem(`tielu.${setting}`, on ? "on" : "off");
  } catch {
    // without storage the choice is not stored
  }
}

/** Store a choice; notifications need the permission of the browser, otherwise the box is cleared and says why. */
async function choose(box: HTMLInputElement): Promise<void> {
  const setting = box.dataset.setting as Setting;
  if (setting === "notify" && box.checked) {
    box.checked = "Notification" in window && (await Notification.requestPermission()) === "granted";
    const notice = document.getElementById("notify-refused");
    if (notice) notice.hidden = box.checked;
  }
  store(setting, box.checked);
  document.dispatchEvent(new CustomEvent("tielu:chosen", { detail: setting }));
}

export function startSettings(): void {
  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.setting) void choose(event.target);
  });
  onPageChange(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]"))
      box.checked = isOn(box.dataset.setting as Setting);
  });
}
