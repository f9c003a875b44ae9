import { api, errorText } from "./api";
import type { OpenTable } from "./types";

/** Tables where anybody may sit down, as they come and go. */
export class OpenTables {
  /** Null until they are known. */
  now = $state.raw<OpenTable[] | null>(null);
  /** Why they could not be asked for. */
  failure = $state("");

  /** Look again and again while the page is seen; what is returned ends that. */
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
