// Pages shown in place: htmx sends forms and follows links, and what comes back is morphed into the page that is there.

import htmx from "htmx.org";

/** Call `room` now and whenever the page has been changed in place. */
export function shown(room: () => void): void {
  room();
  document.addEventListener("tielu:shown", room);
}

/** Settings that our content security policy asks for, and the news that the page has changed. */
export function startMorphing(): void {
  htmx.config.includeIndicatorCSS = false;
  document.addEventListener("htmx:after:swap", () => document.dispatchEvent(new Event("tielu:shown")));
}
