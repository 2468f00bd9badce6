// Shows calls of Web Push, and leads to the game when one is pressed. It keeps no page: pages show games as they are now.
// It runs by itself, without the script of the pages, so it stands here as browsers take it.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const call = event.data?.json() ?? {};
  const url = call.url ?? "/";
  const shown = { body: call.body ?? "", tag: url, icon: "/static/icon-192.png", badge: "/static/badge-96.png", data: { url } };
  event.waitUntil(self.registration.showNotification(call.title ?? "Tielu", { ...shown, renotify: true }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (target.origin === self.location.origin) event.waitUntil(lead(target));
});

/** Go to a page that shows the game already, or open one. */
async function lead(target) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === target.pathname);
  return there ? there.focus() : self.clients.openWindow(target.href);
}
