import type { ToServiceWorker } from "./protocol";
import { hostStatus } from "./status.svelte";

/** Offers a new version of the site once it is loaded; it never replaces the old one by itself. */
export function watchUpdates(): void {
  if (!("serviceWorker" in navigator)) return;
  // On a first visit the worker comes after the page, which has loaded its files by itself.
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener("controllerchange", tellUsed, { once: true });
  void navigator.serviceWorker.ready.then((registration) => {
    const offer = (): void => {
      const { waiting } = registration;
      // Without a controller this is the first visit, and there is nothing older to replace.
      if (!waiting || !navigator.serviceWorker.controller) return;
      hostStatus.update = () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        tell(waiting, { kind: "activate" });
      };
    };
    offer();
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", offer);
    });
    // A page that stays open for days looks for a new version whenever somebody comes back to it.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) registration.update().catch(() => undefined);
    });
  });
}

/** The site has changed under this page: a new version is looked for, and a plain reload helps until there is one. */
export function offerUpdate(): void {
  hostStatus.update ??= () => location.reload();
  navigator.serviceWorker?.getRegistration().then(
    (registration) => registration?.update(),
    () => undefined,
  );
}

const tell = (worker: ServiceWorker, message: ToServiceWorker): void => worker.postMessage(message);

function tellUsed(): void {
  const urls = performance.getEntriesByType("resource").map(({ name }) => name);
  const { controller } = navigator.serviceWorker;
  if (controller) tell(controller, { kind: "used", urls });
}
