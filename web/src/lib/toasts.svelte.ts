/** Short messages shown near the board, and sentences announced to screen readers. */

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "refusal" | "error";
}

class Toasts {
  list = $state<Toast[]>([]);
  /** The latest sentences in the live region; new ones are appended, so each is announced once. */
  announcements = $state<{ id: number; text: string }[]>([]);
  #next = 1;

  show(text: string, kind: Toast["kind"] = "info"): void {
    if (!text) return;
    const id = this.#next++;
    // Repeating the last message only restarts its timer.
    this.list = [...this.list.filter((notice) => notice.text !== text).slice(-2), { id, text, kind }];
    setTimeout(() => this.dismiss(id), 3500 + text.length * 40);
  }

  /** A message that stays until the returned function is called. */
  pin(text: string): () => void {
    const id = this.#next++;
    this.list = [...this.list.slice(-2), { id, text, kind: "info" }];
    return () => this.dismiss(id);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** After a legal move earlier refusals are outdated. */
  dismissRefusals(): void {
    this.list = this.list.filter((notice) => notice.kind !== "refusal");
  }

  announce(text: string): void {
    if (!text) return;
    this.announcements = [...this.announcements.slice(-5), { id: this.#next++, text }];
  }

  /** Clears announcements, because the next person at the device may be somebody else. */
  clearAnnouncements(): void {
    this.announcements = [];
  }
}

export const toasts = new Toasts();
