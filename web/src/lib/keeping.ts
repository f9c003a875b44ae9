import type { Attachment } from "svelte/attachments";

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/**
 * An area whose buttons vanish by being pressed, or rest while something is asked. The focus would fall to the page
 * then, and whoever uses the keyboard would begin at its top: it waits for the button, or goes to what took its place.
 */
export function keeping(): Attachment<HTMLElement> {
  return (area) => {
    const stops = () =>
      [...area.querySelectorAll<HTMLElement>(STOPS)].filter(
        (one) => !one.matches(":disabled") && one.checkVisibility(),
      );
    let last: HTMLElement | null = null;
    /** What stood before it. */
    let before: HTMLElement[] = [];
    const isLost = () => document.activeElement === document.body || document.activeElement === null;

    const onfocusin = (event: FocusEvent) => {
      last = event.target as HTMLElement;
      const all = stops();
      before = all.slice(0, all.indexOf(last)).reverse();
    };
    const onfocusout = (event: FocusEvent) => {
      if (event.relatedTarget) last = null; // gone elsewhere: nobody waits for it here
      // What is taken off the page says so while it is still there; who clicks beside it leaves it there.
      queueMicrotask(() => {
        if (last?.isConnected && !last.matches(":disabled") && isLost()) last = null;
      });
    };
    const look = () => {
      if (!last || !isLost() || document.querySelector("dialog[open]")) return;
      if (last.isConnected && area.contains(last)) {
        if (!last.matches(":disabled")) last.focus();
        return;
      }
      const all = stops();
      const still = before.find((one) => all.includes(one));
      const next = all[still ? all.indexOf(still) + 1 : 0] ?? all.at(-1);
      const goal = next ?? area.closest<HTMLElement>("[tabindex='-1']");
      last = null;
      goal?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(area, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled"],
    });
    area.addEventListener("focusin", onfocusin);
    area.addEventListener("focusout", onfocusout);
    return () => {
      observer.disconnect();
      area.removeEventListener("focusin", onfocusin);
      area.removeEventListener("focusout", onfocusout);
    };
  };
}
