import type { Attachment } from "svelte/attachments";

interface Drag {
  onstart: () => void;
  /** The name of the drop target, or null if it was dropped elsewhere. */
  ondrop: (goal: string | null) => void;
}

/** Distance in pixels from which a press is a drag. */
const FAR = 7;

/** Drag by mouse, pen or touch: a copy follows the pointer, and the click after a drag is suppressed. */
export function dragging({ onstart, ondrop }: Drag): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number } | null = null;
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;
    let swallow = false;

    const under = (event: PointerEvent) =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]") ?? null;
    const mark = (next: Element | null) => {
      if (over === next) return;
      over?.removeAttribute("data-over");
      next?.setAttribute("data-over", "yes");
      over = next;
    };
    const lift = (): HTMLElement => {
      const box = node.getBoundingClientRect();
      const copy = node.cloneNode(true) as HTMLElement;
      copy.setAttribute("aria-hidden", "true");
      copy.inert = true;
      Object.assign(copy.style, {
        position: "fixed",
        left: `${box.left}px`,
        top: `${box.top}px`,
        margin: "0",
        zIndex: "60",
        pointerEvents: "none",
        opacity: "0.92",
      });
      document.body.append(copy);
      return copy;
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      swallow = false;
      from = { x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!ghost) {
        if (Math.hypot(x, y) < FAR) return;
        ghost = lift();
        swallow = true;
        node.setPointerCapture(event.pointerId);
        onstart();
      }
      ghost.style.transform = `translate(${x}px, ${y}px) rotate(3deg)`;
      mark(under(event));
    };
    const end = (event: PointerEvent) => {
      from = null;
      if (!ghost) return;
      ghost.remove();
      ghost = null;
      const goal = event.type === "pointerup" ? (under(event)?.dataset.drop ?? null) : null;
      mark(null);
      ondrop(goal);
    };
    const click = (event: MouseEvent) => {
      if (!swallow) return;
      swallow = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
    node.addEventListener("click", click, { capture: true });
    return () => {
      ghost?.remove();
      over?.removeAttribute("data-over");
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
      node.removeEventListener("click", click, { capture: true });
    };
  };
}
