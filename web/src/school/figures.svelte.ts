import { api } from "../lib/api";

/** The games that have figures at this host: asked once a visit. */
class WithFigures {
  games = $state.raw<string[]>([]);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= api
      .allFigures()
      .then((found) => void (this.games = found))
      .catch((error: unknown) => {
        this.#asked = null; // so that a later call tries again
        throw error;
      });
    return this.#asked;
  }
}

export const withFigures = new WithFigures();
