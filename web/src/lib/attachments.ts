import type { Attachment } from "svelte/attachments";

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/**
 * For an area whose buttons disappear or are disabled when pressed: instead of dropping to the body, the focus
 * returns to the button, or goes to what took its place.
 */
export function keepFocus(): Attachment<HTMLElement> {
  return (area) => {
    const stops = () =>
      [...area.querySelectorAll<HTMLElement>(STOPS)].filter(
        (one) => !one.matches(":disabled") && one.checkVisibility(),
      );
    let last: HTMLElement | null = null;
    /** The focusable elements before `last`, nearest first. */
    let before: HTMLElement[] = [];
    const isLost = () => document.activeElement === document.body || document.activeElement === null;

    const onfocusin = (event: FocusEvent) => {
      last = event.target as HTMLElement;
      const all = stops();
      before = all.slice(0, all.indexOf(last)).reverse();
    };
    const onfocusout = (event: FocusEvent) => {
      if (event.relatedTarget) last = null; // focus moved elsewhere on purpose
      // A removed element fires focusout while still connected; after a click elsewhere it stays connected.
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

/** Makes a group of buttons a single Tab stop, with arrow keys between them (roving tabindex). */
export function rovingFocus(): Attachment<HTMLElement> {
  return (group) => {
    const buttons = () => [...group.querySelectorAll<HTMLButtonElement>("button[data-stop]")];
    const choose = (chosen: HTMLButtonElement | undefined) => {
      for (const button of buttons()) button.tabIndex = button === chosen ? 0 : -1;
    };
    const refresh = () => {
      const all = buttons();
      if (all.some((button) => button === document.activeElement)) return;
      choose(all.find((button) => button.dataset.stop === "lit") ?? all[0]);
    };
    const onkeydown = (event: KeyboardEvent) => {
      const all = buttons();
      const now = all.indexOf(document.activeElement as HTMLButtonElement);
      if (now < 0) return;
      const goal = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: all.length - 1 }[event.key];
      const next = goal === undefined ? undefined : all[goal];
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      choose(next);
      next.focus();
    };
    const onfocusin = (event: FocusEvent) => {
      const found = buttons().find((button) => button === event.target);
      if (found) choose(found);
    };
    const observer = new MutationObserver(refresh);
    observer.observe(group, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["data-stop"],
    });
    group.addEventListener("keydown", onkeydown);
    group.addEventListener("focusin", onfocusin);
    refresh();
    return () => {
      observer.disconnect();
      group.removeEventListener("keydown", onkeydown);
      group.removeEventListener("focusin", onfocusin);
    };
  };
}

/** Sets `data-more` on an element that can be scrolled further down, so that it can fade out there. */
export const markOverflow: Attachment<HTMLElement> = (list) => {
  const look = () => {
    list.toggleAttribute("data-more", list.scrollHeight - list.scrollTop - list.clientHeight > 4);
  };
  const sizes = new ResizeObserver(look);
  const changes = new MutationObserver(look);
  sizes.observe(list);
  changes.observe(list, { childList: true, subtree: true, characterData: true });
  list.addEventListener("scroll", look, { passive: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
    list.removeEventListener("scroll", look);
  };
};
