export type ConnectionState = "connecting" | "open" | "lost" | "restarting";

/** WebSocket close code of a server that restarts. */
const RESTARTING = 1012;
/** Milliseconds to show "restarting"; after that the connection counts as lost. */
const RESTART = 60_000;

/** Milliseconds of silence after which the connection is dead; the server sends something every 20 s. */
const SILENCE = 45_000;
/** Milliseconds before an interruption is shown. */
const PATIENCE = 1200;

interface SocketHandlers<In> {
  /** Called for every attempt, because the entry number to resume from changes. */
  url: () => URL;
  message: (message: In) => void;
  line: (line: ConnectionState) => void;
  /** The connection is open; `again` after an interruption. */
  opened: (again: boolean) => void;
}

/** A WebSocket connection that reconnects until it is closed. */
export class LiveSocket<In, Out> {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #closed = false;
  #wasOpen = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #restart: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly handlers: SocketHandlers<In>) {
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#connect();
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(message: Out): boolean {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify(message));
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
    if (this.#closed || this.#socket === null) return;
    this.#disconnect();
    this.#scheduleRetry();
  };

  #disconnect(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    const url = this.handlers.url();
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
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
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#watchSilence();
      this.handlers.message(JSON.parse(String(event.data)) as In);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
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
    this.#socket = null;
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
