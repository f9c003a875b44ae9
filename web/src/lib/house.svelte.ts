import { api } from "./api";

/** What this server offers beyond the games. */
class House {
  /** Whether tables may be open to anybody. */
  open = $state(false);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= api.health().then(
      (health) => void (this.open = health.open_lobby),
      () => void (this.#asked = null), // asked again when it is needed again
    );
    return this.#asked;
  }
}

export const house = new House();
