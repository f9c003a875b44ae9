import type { Attachment } from "svelte/attachments";

/** A tooltip shown on hover, focus and long press. Screen readers get the element's own accessible name. */
class TooltipState {
  text = $state("");
  x = $state(0);
  y = $state(0);
  /** Whether it is below its element, because there is no room above. */
  below = $state(false);
  owner: Element | null = null;
  /** Set by a click until the pointer moves: elements that appear under a resting pointer show no tooltip. */
  quiet = false;

  show(node: Element, text: string): void {
    const box = node.getBoundingClientRect();
    this.owner = node;
    this.text = text;
    this.x = Math.min(Math.max(box.left + box.width / 2, HALF), innerWidth - HALF);
    this.below = box.top < 90;
    this.y = this.below ? box.bottom + 6 : box.top - 6;
  }

  hide(node?: Element): void {
    if (node && node !== this.owner) return;
    this.text = "";
    this.owner = null;
  }
}

/** Minimum distance of the tooltip's centre from the window edge, in pixels: half its maximum width plus a margin. */
const HALF = 120;

export const tooltipState = new TooltipState();
if (typeof document !== "undefined") {
  document.addEventListener("click", () => (tooltipState.quiet = true), { capture: true });
  document.addEventListener("pointermove", () => (tooltipState.quiet = false), { capture: true });
}

const LONG = 450;

/** Adds a tooltip to an element; the click that ends a long press is suppressed. */
export function tooltip(text: () => string): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let swallow = false;
    const show = () => tooltipState.show(node, text());
    const hide = () => {
      clearTimeout(timer);
      tooltipState.hide(node);
    };
    const listeners: [string, (event: Event) => void][] = [
      [
        "pointerenter",
        (event) => (event as PointerEvent).pointerType === "mouse" && !tooltipState.quiet && show(),
      ],
      ["pointerleave", hide],
      ["pointercancel", hide],
      ["focus", () => node.matches(":focus-visible") && show()],
      // A removed element loses focus during rendering, where state must not change.
      ["blur", () => queueMicrotask(hide)],
      [
        "pointerdown",
        (event) => {
          swallow = false;
          if ((event as PointerEvent).pointerType === "mouse") return;
          timer = setTimeout(() => {
            swallow = true;
            show();
          }, LONG);
        },
      ],
      ["pointerup", () => clearTimeout(timer)],
      ["contextmenu", (event) => swallow && event.preventDefault()],
      [
        "click",
        (event) => {
          if (swallow) {
            event.stopImmediatePropagation();
            event.preventDefault();
            swallow = false;
            setTimeout(hide, 1500);
          } else hide();
        },
      ],
    ];
    // Capturing, so that a long press can suppress the click.
    for (const [name, listener] of listeners) node.addEventListener(name, listener, { capture: true });
    return () => {
      hide();
      for (const [name, listener] of listeners) node.removeEventListener(name, listener, { capture: true });
    };
  };
}
