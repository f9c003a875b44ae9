/** What runs the tables: a server, or a worker of the browser. Pages do not know which. */

/** What a host can do; pages do not offer the rest. */
export interface HostAbilities {
  /** People on other devices: invitations, links, spectators, signals, notifications. */
  friends: boolean;
  /** Moving seats to another device, and a code that brings them back. */
  otherDevices: boolean;
  /** Whether it shows by itself what a first request waits for. */
  progress: boolean;
}

/** What a page without a server cannot offer. */
export interface NeedsServerProps {
  what: "friends" | "notifications" | "lab" | "otherDevices";
}

/** A path below the host's interface, and its query. */
export interface Address {
  path: string;
  query: Record<string, string | number>;
}

/** An answer as text, usually JSON; an error is a problem with a code. */
export interface HostAnswer {
  status: number;
  text: string;
}

export type ConnectionState = "connecting" | "open" | "lost" | "restarting";

export interface ChannelHandlers<In> {
  /** Called for every attempt, because the entry number to resume from changes. */
  address: () => Address;
  message: (message: In) => void;
  line: (line: ConnectionState) => void;
  /** The connection is open; `again` after an interruption. */
  opened: (again: boolean) => void;
}

/** A live connection that reconnects until it is closed. */
export interface Channel<Out> {
  readonly open: boolean;
  /** False if it is not open. */
  send(message: Out): boolean;
  /** Reconnects with a new address. */
  restart(): void;
  close(): void;
}

export interface Host {
  readonly can: HostAbilities;
  /** Resolves with any answer, errors included; rejects with `Unreachable` if there is none. */
  request(method: "GET" | "POST", address: Address, body?: unknown): Promise<HostAnswer>;
  /** An address that the browser itself can show or save; only for features that need a server. */
  url(address: Address): string;
  connect<In, Out>(handlers: ChannelHandlers<In>): Channel<Out>;
}

/** The host cannot be reached; the message, if any, tells the reader why. */
export class Unreachable extends Error {}
