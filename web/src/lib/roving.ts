import type { Attachment } from "svelte/attachments";

/** One stop of the Tab key for a group of buttons; the arrow keys go from one to the next. */
export function roving(): Attachment<HTMLElement> {
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
