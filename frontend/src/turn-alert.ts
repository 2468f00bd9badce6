// Alerts the reader on their turn: a mark in the title of the page, and sound and notification if switched on.

import { onPageChange } from "./morph";
import { isOn } from "./settings";

const MARK = "● ";

let wasAwaited = false;
let pageSeen = false;

function turnText(): string | undefined {
  return document.querySelector<HTMLElement>("main[data-awaited]")?.dataset.awaited;
}

function markTitle(): void {
  const plain = document.title.startsWith(MARK) ? document.title.slice(MARK.length) : document.title;
  document.title = turnText() ? MARK + plain : plain;
}

function notify(text: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const notification = new Notification("Tielu", { body: text, tag: location.pathname, icon: "/static/icon.svg" });
  notification.addEventListener("click", () => {
    window.focus();
    notification.close();
  });
}

/** Play two soft notes; browsers allow sound only after the reader has used the page. */
function playSound(): void {
  const audio = new AudioContext();
  for (const [start, pitch] of [[0, 660], [0.18, 880]] as const) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const from = audio.currentTime + start;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, from);
    loudness.gain.exponentialRampToValueAtTime(0.15, from + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + 0.35);
    tone.connect(loudness).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.4);
  }
  window.setTimeout(() => void audio.close(), 1_500);
}

export function startTurnAlert(): void {
  document.addEventListener("tielu:chosen", (event) => {
    if ((event as CustomEvent).detail === "sound" && isOn("sound")) playSound(); // lets the reader hear it
  });
  document.addEventListener("visibilitychange", markTitle);
  onPageChange(() => {
    const text = turnText();
    if (text && !wasAwaited && pageSeen) {
      if (isOn("sound")) playSound();
      if (document.hidden && isOn("notify")) notify(text);
    }
    wasAwaited = text !== undefined;
    pageSeen = true;
    markTitle();
    window.setTimeout(markTitle); // again after htmx has set the title of the new page
  });
}
