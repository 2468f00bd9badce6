// Calls by Web Push: only a script can ask the browser for them. What the browser agrees on with its push service is sent as a form.

import { onPageChange } from "./morph";

/** What the browser agrees on with its push service; undefined if the reader or the browser does not want it. */
async function subscribe(key: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  await known?.unsubscribe(); // it may be of another key of the server, or somebody else's
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function switchOn(form: HTMLFormElement): Promise<void> {
  const [button, failed] = [form.querySelector("button"), form.querySelector<HTMLElement>("[data-failed]")];
  const field = form.elements.namedItem("subscription");
  if (!button || !failed || !(field instanceof HTMLInputElement) || button.disabled) return;
  button.disabled = true;
  failed.hidden = true;
  const subscription = await subscribe(form.dataset.pushKey ?? "").catch(() => undefined);
  button.disabled = false;
  if (!subscription) {
    failed.hidden = false;
    return;
  }
  field.value = JSON.stringify(subscription);
  form.submit();
}

export function startCalls(): void {
  onPageChange(() => {
    const possible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    for (const each of document.querySelectorAll<HTMLElement>("[data-push-key]")) each.hidden = !possible;
    for (const each of document.querySelectorAll<HTMLElement>("[data-push-missing]")) each.hidden = possible;
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.pushKey) return;
    event.preventDefault();
    void switchOn(form);
  });
}
