// Clocks that run. The server says what was left when it made the page, and between which moments time is taken: from when the
// player is awake until the next night. Clocks of machines differ, so only the time since the page came counts.

import { onPageChange } from "./morph";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far this machine's clock is ahead of the server's, by the moment at which a page was made. */
const ahead = new Map<string, number>();

function offset(made: string): number {
  let found = ahead.get(made);
  if (found === undefined) {
    found = Date.now() - Number(made);
    ahead.clear();
    ahead.set(made, found);
  }
  return found;
}

function left(clock: HTMLElement): number {
  const { left, now, begins, ends } = clock.dataset;
  const moment = Math.min(Date.now() - offset(now ?? ""), ends === undefined ? Infinity : Number(ends));
  return Math.max(0, Number(left) - Math.max(0, moment - Number(begins)));
}

const two = (number: number): string => String(number).padStart(2, "0");

function words(clock: HTMLElement, time: number): string {
  const days = Math.floor(time / DAY);
  const hours = Math.floor(time / HOUR);
  const minutes = Math.floor((time % HOUR) / MINUTE);
  const { days: inDays, hours: inHours } = clock.dataset;
  if (inDays === undefined || inHours === undefined) {
    const seconds = two(Math.floor((time % MINUTE) / SECOND));
    return hours ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
  }
  if (days) return inDays.replace("{days}", String(days)).replace("{hours}", String(hours % 24));
  return inHours.replace("{hours}", String(hours)).replace("{minutes}", two(minutes));
}

function show(): void {
  for (const clock of document.querySelectorAll<HTMLElement>(".clock[data-left]")) {
    const text = words(clock, left(clock));
    const shown = clock.querySelector("span");
    if (shown !== null && shown.textContent !== text) shown.textContent = text;
  }
}

export function startClocks(): void {
  onPageChange(show);
  setInterval(show, SECOND / 2);
}
