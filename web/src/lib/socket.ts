import { restartDelay, retryDelay } from "./table_updates";

export type ConnectionState = "connecting" | "open" | "lost" | "restarting";

/** With this code a server says that it is being restarted. */
const RESTARTING = 1012;
/** So long that is believed; then the line is lost like any other. */
const RESTART = 60_000;

/** The server sends something at least every 20 s; after this long the line is dead. */
const SILENCE = 45_000;
/** A short break heals by itself: only a longer one is shown. */
const PATIENCE = 1200;

interface SocketHandlers<In> {
  /** Asked anew at every attempt, because the number to resume from moves on. */
  url: () => URL;
  message: (message: In) => void;
  line: (line: ConnectionState) => void;
  /** The line is open; `again` after a break. */
  opened: (again: boolean) => void;
}

/** One live connection that mends itself until it is closed. */
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

  /** Drop the line and take it up again from the last known number. */
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

  /** The device has lost its network: do not wait for the silence to be noticed. */
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
