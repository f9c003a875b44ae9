/** The service worker (`public/sw.js`): notices while no page is open, and a word when there is no connection. */

/** Whether this page came in a way that lets a browser install it and be sent notices. */
export const canUseServiceWorker = (): boolean => globalThis.isSecureContext && "serviceWorker" in navigator;

export function registerServiceWorker(): void {
  // While somebody works on the client there is none: it would show pages of yesterday.
  if (!canUseServiceWorker() || import.meta.env.DEV) return;
  navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" }).catch(() => undefined);
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ way?: unknown }>) => {
    const way = event.data.way;
    if (typeof way === "string" && way.startsWith("#/")) location.hash = way;
  });
}

/** That it is somebody's turn, where a hidden page can still be seen: the icon of its tab and of the installed page. */

type Badged = Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;

export function showTurnBadge(turns: number): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = turns > 0 ? "./icon_turn.svg" : "./icon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  const app: Badged = navigator;
  const done = turns > 0 ? app.setAppBadge?.(turns) : app.clearAppBadge?.();
  done?.catch(() => undefined); // not installed, or not allowed: there is nothing to mark
}
