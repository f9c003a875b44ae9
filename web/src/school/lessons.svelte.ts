import { api } from "../lib/api";
import type { Lesson } from "../lib/types";

/** What can be learnt at this host: asked once a visit. */
class Lessons {
  all = $state.raw<Lesson[]>([]);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= api
      .lessons()
      .then((found) => void (this.all = found))
      .catch((error: unknown) => {
        this.#asked = null; // so that a later call tries again
        throw error;
      });
    return this.#asked;
  }

  of(game: string): Lesson[] {
    return this.all.filter((lesson) => lesson.game === game);
  }
}

export const lessons = new Lessons();
