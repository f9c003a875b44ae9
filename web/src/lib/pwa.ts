/** The service worker (`public/sw.js`): push notifications while no page is open, and an offline page. */

/** Whether the page can be installed and receive push notifications (secure context). */
export const canUseServiceWorker = (): boolean => globalThis.isSecureContext && "serviceWorker" in navigator;

export function registerServiceWorker(): void {
  // Not during development, where it would serve stale pages.
  if (!canUseServiceWorker() || import.meta.env.DEV) return;
  navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" }).catch(() => undefined);
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ way?: unknown }>) => {
    const way = event.data.way;
    if (typeof way === "string" && way.startsWith("#/")) location.hash = way;
  });
}

/** Badging API of an installed page; shows a turn while the page is hidden, like the tab icon. */
type Badged = Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;

export function showTurnBadge(turns: number): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = turns > 0 ? "./icon_turn.svg" : "./icon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  const app: Badged = navigator;
  const done = turns > 0 ? app.setAppBadge?.(turns) : app.clearAppBadge?.();
  done?.catch(() => undefined); // not installed or not allowed: no badge
}
