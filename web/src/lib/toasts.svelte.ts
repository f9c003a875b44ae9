/** Short messages: shown for a while near the board, and sentences spoken by screen readers. */

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "refusal" | "error";
}

class Toasts {
  list = $state<Toast[]>([]);
  /** The last sentences for the live region; new ones are appended, so each is spoken once. */
  announcements = $state<{ id: number; text: string }[]>([]);
  #next = 1;

  show(text: string, kind: Toast["kind"] = "info"): void {
    if (!text) return;
    const id = this.#next++;
    // The same message twice in a row only starts its time anew.
    this.list = [...this.list.filter((notice) => notice.text !== text).slice(-2), { id, text, kind }];
    setTimeout(() => this.dismiss(id), 3500 + text.length * 40);
  }

  /** A message that stays until what it tells of is over; gives the way to take it away. */
  pin(text: string): () => void {
    const id = this.#next++;
    this.list = [...this.list.slice(-2), { id, text, kind: "info" }];
    return () => this.dismiss(id);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** A legal move was made: what was refused before it is no longer news. */
  dismissRefusals(): void {
    this.list = this.list.filter((notice) => notice.kind !== "refusal");
  }

  announce(text: string): void {
    if (!text) return;
    this.announcements = [...this.announcements.slice(-5), { id: this.#next++, text }];
  }

  /** Forget what was spoken: the next listener may be somebody else. */
  clearAnnouncements(): void {
    this.announcements = [];
  }
}

export const toasts = new Toasts();
