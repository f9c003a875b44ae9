import type { Attachment } from "svelte/attachments";

/** Marks a list that goes on below its lower edge with `data-more`, so that it can fade out there. */
export const moreBelow: Attachment<HTMLElement> = (list) => {
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
