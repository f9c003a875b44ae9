/** The service worker (`public/sw.js`): notices while no page is open, and a word when there is no connection. */

/** Whether this page came in a way that lets a browser install it and be sent notices. */
export const isSecure = (): boolean => globalThis.isSecureContext && "serviceWorker" in navigator;

export function beginWorker(): void {
  // While somebody works on the client there is none: it would show pages of yesterday.
  if (!isSecure() || import.meta.env.DEV) return;
  navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" }).catch(() => undefined);
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ way?: unknown }>) => {
    const way = event.data.way;
    if (typeof way === "string" && way.startsWith("#/")) location.hash = way;
  });
}
