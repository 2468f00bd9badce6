// Times in the reader's own zone; the server writes them in UTC.

import { onPageChange } from "./morph";

const DAY = 24 * 60 * 60 * 1000; // milliseconds

function show(element: HTMLTimeElement): void {
  const at = new Date(element.dateTime);
  const lang = navigator.languages.find((each) => each.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;
  const recent = Date.now() - at.getTime() < DAY / 2;
  const short: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
  const text = at.toLocaleString(lang, recent ? short : { day: "numeric", month: "short", ...short });
  if (element.dataset.local !== "title" && element.textContent !== text) element.textContent = text;
  element.title = at.toLocaleString(lang, { dateStyle: "full", timeStyle: "short" });
}

function showAll(): void {
  document.querySelectorAll<HTMLTimeElement>("time[data-local]").forEach(show);
}

export function startTimes(): void {
  onPageChange(showAll);
  document.addEventListener("tielu:log", showAll);
}
