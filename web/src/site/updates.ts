import { hostStatus } from "./status.svelte";

/** Offers a new version of the site once it has been loaded; it never takes over by itself. */
export function watchUpdates(): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.ready.then((registration) => {
    const offer = (): void => {
      const { waiting } = registration;
      // Without a controller this is the first visit, and there is nothing older to replace.
      if (!waiting || !navigator.serviceWorker.controller) return;
      hostStatus.update = () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage({ kind: "activate" });
      };
    };
    offer();
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", offer);
    });
    // A page that stays open for days asks whenever somebody comes back to it.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) registration.update().catch(() => undefined);
    });
  });
}
