import { api, errorText } from "./api";
import type { OpenTable } from "./types";

/** Tables that anyone may join, polled. */
export class OpenTables {
  /** Null until loaded. */
  now = $state.raw<OpenTable[] | null>(null);
  /** Why loading failed. */
  failure = $state("");

  /** Polls every `every` milliseconds while the page is visible; returns a function that stops it. */
  watch(every: number): () => void {
    void this.look();
    const timer = setInterval(() => !document.hidden && void this.look(), every);
    return () => clearInterval(timer);
  }

  async look(): Promise<void> {
    try {
      this.now = (await api.open()).tables;
      this.failure = "";
    } catch (error) {
      this.failure = errorText(error);
    }
  }
}
