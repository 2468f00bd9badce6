// "It is your turn": a mark in the title while the page is hidden, and what the reader has switched on besides.

import { shown } from "./morph";
import { isOn } from "./settings";

const MARK = "● ";

let awaited = false;
let started = false;

function words(): string | undefined {
  return document.querySelector<HTMLElement>("main[data-awaited]")?.dataset.awaited;
}

function markTitle(): void {
  const plain = document.title.startsWith(MARK) ? document.title.slice(MARK.length) : document.title;
  document.title = document.hidden && words() ? MARK + plain : plain;
}

function notify(text: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const told = new Notification("Tielu", { body: text, tag: location.pathname, icon: "/static/icon.svg" });
  told.addEventListener("click", () => {
    window.focus();
    told.close();
  });
}

/** Two soft notes; a browser that has not been touched yet keeps them to itself. */
function ring(): void {
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

export function startTurn(): void {
  document.addEventListener("tielu:chosen", (event) => {
    if ((event as CustomEvent).detail === "sound" && isOn("sound")) ring(); // so that it is known
  });
  document.addEventListener("visibilitychange", markTitle);
  shown(() => {
    const text = words();
    if (text && !awaited && started) {
      if (isOn("sound")) ring();
      if (document.hidden && isOn("notify")) notify(text);
    }
    awaited = text !== undefined;
    started = true;
    markTitle();
    window.setTimeout(markTitle); // htmx sets the title of the new page last
  });
}
