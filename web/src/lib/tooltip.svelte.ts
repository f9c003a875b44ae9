import type { Attachment } from "svelte/attachments";

/** A tooltip shown on hover, keyboard focus and long press. Screen readers get the element's own accessible name. */
class TooltipState {
  text = $state("");
  /** Where its element is in the window. */
  box = $state.raw<DOMRect | null>(null);
  owner: Element | null = null;
  /** Where the last click was, until the pointer moves away: elements that appear under a resting pointer stay quiet. */
  click: { x: number; y: number } | null = null;

  show(node: Element, text: string): void {
    this.owner = node;
    this.text = text;
    this.box = node.getBoundingClientRect();
  }

  hide(node?: Element): void {
    if (node && node !== this.owner) return;
    this.text = "";
    this.owner = null;
  }
}

/** Pixels that the pointer must move after a click before it counts as pointing again. */
const AWAY = 8;
/** Milliseconds after which a touch is a long press. */
const LONG = 450;

export const tooltipState = new TooltipState();
if (typeof document !== "undefined") {
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, passive: true });
  listen("click", ({ clientX: x, clientY: y }) => (tooltipState.click = { x, y }));
  listen("pointermove", ({ clientX, clientY }) => {
    const { click } = tooltipState;
    if (click && Math.hypot(clientX - click.x, clientY - click.y) > AWAY) tooltipState.click = null;
  });
  listen("pointerdown", () => tooltipState.hide());
  listen("keydown", ({ key }) => key === "Escape" && tooltipState.hide());
  listen("scroll", ({ target }) => {
    const { owner } = tooltipState;
    if (owner && (target as Node).contains(owner)) tooltipState.box = owner.getBoundingClientRect();
  });
}

/**
 * Adds a tooltip to an element. After a long press it stays until the next touch, so that it can be read without a
 * finger on it; the click that ends the press is suppressed.
 */
export function tooltip(text: () => string): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false;
    const show = () => tooltipState.show(node, text());
    const hide = () => {
      clearTimeout(timer);
      tooltipState.hide(node);
    };
    const isMouse = (event: Event) => (event as PointerEvent).pointerType === "mouse";
    const hover = (event: Event) => {
      if (isMouse(event) && !tooltipState.click && tooltipState.owner !== node) show();
    };
    const listeners: [string, (event: Event) => void][] = [
      ["pointerenter", hover],
      // The pointer may have entered while it was resting after a click.
      ["pointermove", hover],
      ["pointerleave", (event) => (isMouse(event) || !pressed) && hide()],
      ["pointercancel", hide],
      ["focus", () => node.matches(":focus-visible") && show()],
      // A removed element loses focus during rendering, where state must not change.
      ["blur", () => queueMicrotask(hide)],
      [
        "pointerdown",
        (event) => {
          pressed = false;
          if (isMouse(event)) return;
          timer = setTimeout(() => {
            pressed = true;
            show();
          }, LONG);
        },
      ],
      ["pointerup", () => clearTimeout(timer)],
      ["contextmenu", (event) => pressed && event.preventDefault()],
      [
        "click",
        (event) => {
          if (pressed) {
            event.stopImmediatePropagation();
            event.preventDefault();
            pressed = false;
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
