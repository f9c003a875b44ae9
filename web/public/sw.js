/*
 * Works beside the page: it shows notifications while no page is open, and says so when there is no connection.
 * It keeps nothing of the client itself: whatever is asked for comes from the server, always the newest.
 */
const KEPT = "spielzug-offline-2";
const OFFLINE = "./offline.html";
const FILES = [OFFLINE, "./offline.css", "./icon.svg"];
const scope = () => self.registration.scope;

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("spielzug-") && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (FILES.some((file) => new URL(file, scope()).href === request.url)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // A browser must show something for every message, even for one that it cannot read.
  }
  const shown = self.registration.showNotification(String(told.title || "Spielzug"), {
    body: String(told.body || ""),
    tag: String(told.tag || "spielzug"),
    icon: "./icon_192.png",
    badge: "./icon_badge.png",
    data: { way: wayOf(told.way) },
  });
  const marked = self.navigator.setAppBadge ? self.navigator.setAppBadge().catch(() => undefined) : undefined;
  event.waitUntil(Promise.all([shown, marked]));
});

/** Only to a place in our own page. */
const wayOf = (way) => (typeof way === "string" && /^#\/[A-Za-z0-9_/-]*$/.test(way) ? way : "#/");

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const way = wayOf(event.notification.data && event.notification.data.way);
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const ours = pages.filter((page) => page.url.startsWith(scope()));
    const there = ours.find((page) => new URL(page.url).hash === way);
    if (there) return there.focus();
    // A page in the lobby may go there; one at another table is left alone.
    const idle = ours.find((page) => ["", "#/"].includes(new URL(page.url).hash));
    if (idle) {
      idle.postMessage({ way });
      return idle.focus();
    }
    return self.clients.openWindow(scope() + way);
  };
  event.waitUntil(open());
});

self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const options = event.oldSubscription && event.oldSubscription.options;
    const made =
      event.newSubscription || (options && (await self.registration.pushManager.subscribe(options)));
    if (!made) return;
    const { endpoint, keys } = made.toJSON();
    await fetch("./api/notifications/push", {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ endpoint, keys }),
    });
  };
  event.waitUntil(renew());
});
