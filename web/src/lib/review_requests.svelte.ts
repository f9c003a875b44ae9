/**
 * Reviews requested by this page. They are polled every second, also after leaving the page, because the server drops
 * a review that nobody polls.
 */
import { api, errorText, Refusal } from "./api";
import { t } from "./i18n";
import { toasts } from "./toasts.svelte";
import type { ReviewView } from "./review";
import { settings } from "./settings.svelte";
import type { ReviewAnswer } from "./types";

/** Milliseconds between polls. */
const LOOK = 1000;

export class ReviewRequest {
  answer = $state.raw<ReviewAnswer | null>(null);
  /** Why the request failed. */
  failure = $state("");
  /** Whether the page showing it is open. */
  shown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The language of the answer, and the number of the latest request: older answers are dropped. */
  #lang = "";
  #asked = 0;

  constructor(
    readonly table: string,
    readonly view: ReviewView,
  ) {}

  get waits(): boolean {
    return this.answer?.state === "waiting" || this.answer?.state === "running";
  }

  /** Fetches the state, unless the review is already here in the current language. */
  async open(): Promise<void> {
    this.shown = true;
    if (this.answer?.state !== "ready" || this.#lang !== settings.lang) await this.#look();
  }

  async start(): Promise<void> {
    await this.#ask(async () => {
      const answer = await api.askReview(this.table, this.view);
      return answer.state === "ready" ? api.review(this.table, this.view) : answer;
    });
  }

  async cancel(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#ask(async () => {
      await api.leaveReview(this.table, this.view);
      return { state: "none", progress: null, trouble: null, review: null, words: null, marks: [] };
    });
  }

  async #look(): Promise<void> {
    const waited = this.waits;
    await this.#ask(() => api.review(this.table, this.view));
    if (waited && this.answer?.state === "ready" && !this.shown) toasts.show(t("review_ready"));
  }

  async #ask(question: () => Promise<ReviewAnswer>): Promise<void> {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    const lang = settings.lang;
    try {
      const answer = await question();
      if (number !== this.#asked) return;
      this.answer = answer;
      this.failure = "";
      this.#lang = lang;
    } catch (error) {
      if (number !== this.#asked) return;
      const later = !(error instanceof Refusal) || error.status === 429;
      // Temporary errors are retried while a review is pending.
      if (!later || !this.waits) this.failure = errorText(error);
    }
    if (this.waits && !this.failure) this.#timer = setTimeout(() => void this.#look(), LOOK);
  }
}

const known = new Map<string, ReviewRequest>();

export function reviewRequest(table: string, view: ReviewView): ReviewRequest {
  const key = `${table}/${view}`;
  const found = known.get(key) ?? new ReviewRequest(table, view);
  known.set(key, found);
  return found;
}
