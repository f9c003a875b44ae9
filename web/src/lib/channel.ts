import type { Address, Channel, ChannelHandlers } from "./host";

/** WebSocket close code of a server that restarts. */
const RESTARTING = 1012;
/** Milliseconds to show "restarting"; after that the connection counts as lost. */
const RESTART = 60_000;

/** Milliseconds of silence after which the connection is dead; the server sends something every 20 s. */
const SILENCE = 45_000;
/** Milliseconds before an interruption is shown. */
const PATIENCE = 1200;

/** One attempt: a WebSocket, or what a page without a server has instead. */
export type Line = Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "send" | "close">;

/** A connection that reconnects until it is closed. */
export class ReconnectingChannel<In, Out> implements Channel<Out> {
  #line: Line | null = null;
  #attempt = 0;
  #closed = false;
  #wasOpen = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #restart: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly dial: (address: Address) => Line,
    readonly handlers: ChannelHandlers<In>,
  ) {
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#connect();
  }

  get open(): boolean {
    return this.#line?.readyState === WebSocket.OPEN;
  }

  send(message: Out): boolean {
    if (!this.open) return false;
    this.#line?.send(JSON.stringify(message));
    return true;
  }

  /** Reconnects from the last known entry number. */
  restart(): void {
    this.#disconnect();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#retryNow);
    clearTimeout(this.#patience);
    clearTimeout(this.#restart);
    this.#disconnect();
  }

  #retryNow = (): void => {
    if (this.#closed || this.open || document.hidden) return;
    this.#attempt = 0;
    this.restart();
  };

  /** The device is offline: no need to wait for the silence timeout. */
  #onOffline = (): void => {
    if (this.#closed || this.#line === null) return;
    this.#disconnect();
    this.#scheduleRetry();
  };

  #disconnect(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    const line = this.#line;
    this.#line = null;
    line?.close();
  }

  #connect(): void {
    const line = this.dial(this.handlers.address());
    this.#line = line;
    line.onopen = () => {
      if (line !== this.#line) return;
      clearTimeout(this.#patience);
      this.#patience = undefined;
      clearTimeout(this.#restart);
      this.#restart = undefined;
      this.#attempt = 0;
      this.#watchSilence();
      this.handlers.line("open");
      this.handlers.opened(this.#wasOpen);
      this.#wasOpen = true;
    };
    line.onmessage = (event) => {
      if (line !== this.#line) return;
      this.#watchSilence();
      this.handlers.message(JSON.parse(String(event.data)) as In);
    };
    line.onclose = (event) => {
      if (line !== this.#line) return;
      if (event.code === RESTARTING) this.#onServerRestart();
      this.#scheduleRetry();
    };
  }

  #onServerRestart(): void {
    this.#attempt = 0;
    clearTimeout(this.#restart);
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.handlers.line("lost");
    }, RESTART);
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#disconnect();
      this.#scheduleRetry();
    }, SILENCE);
  }

  #scheduleRetry(): void {
    if (this.#closed) return;
    this.#line = null;
    this.#patience ??= setTimeout(
      () => this.handlers.line(this.#restart === undefined ? "lost" : "restarting"),
      PATIENCE,
    );
    const delay = this.#restart === undefined ? retryDelay : restartDelay;
    this.#retry = setTimeout(() => this.#connect(), delay(this.#attempt));
    this.#attempt += 1;
  }
}

/**
 * Milliseconds before reconnecting to a restarted server; spread from the first attempt, since every client
 * reconnects at once.
 */
export function restartDelay(attempt: number, random: number = Math.random()): number {
  return 300 + Math.min(8000, 2000 * 2 ** attempt) * random;
}

/** Milliseconds before the next attempt: short at first, at most 8 seconds, with jitter. */
export function retryDelay(attempt: number, random: number = Math.random()): number {
  return Math.min(8000, 300 * 2 ** attempt) * (0.75 + 0.5 * random);
}
