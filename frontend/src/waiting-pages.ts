// Pages that wait look again now and then: that of an open game, which leads to the table when the game has begun, and that of
// a review that is being made.

import { replacePage, whenIdle } from "./morph";

const EVERY = 4_000; // milliseconds
const WAITING = "main:is([data-gathering], [data-reviewing])";

async function look(): Promise<void> {
  if (document.hidden || !document.querySelector(WAITING)) return;
  const address = location.href;
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (location.href !== address) return;
  if (response.redirected) location.assign(response.url);
  else if (response.status === 404) location.reload(); // it was called off
  else if (response.ok) {
    const text = await response.text();
    await whenIdle();
    if (location.href === address) await replacePage(text);
  }
}

export function startWaitingPages(): void {
  window.setInterval(() => void look().catch(() => undefined), EVERY); // the next look may have a connection again
}
