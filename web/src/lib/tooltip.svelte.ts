import type { Attachment } from "svelte/attachments";

/** A name that shows on hover, focus and long press. The thing itself carries it for screen readers. */
class TooltipState {
  text = $state("");
  x = $state(0);
  y = $state(0);
  /** Whether it stands below its thing, because there is no room above. */
  below = $state(false);
  owner: Element | null = null;
  /** After a click other things come to lie under the pointer: they keep still until it moves. */
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

/** Half of the widest tip, and a little air: so near to the edge of the window it may stand. */
const HALF = 120;

export const tooltipState = new TooltipState();
if (typeof document !== "undefined") {
  document.addEventListener("click", () => (tooltipState.quiet = true), { capture: true });
  document.addEventListener("pointermove", () => (tooltipState.quiet = false), { capture: true });
}

const LONG = 450;

/** Give an element a tip; after a long press the click that follows is swallowed. */
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
      // A thing that is taken off the page loses the focus in the middle of the drawing.
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
    // In the capture phase, so that a long press is not also a click.
    for (const [name, listener] of listeners) node.addEventListener(name, listener, { capture: true });
    return () => {
      hide();
      for (const [name, listener] of listeners) node.removeEventListener(name, listener, { capture: true });
    };
  };
}
