import type { Component } from "svelte";
import { ReconnectingChannel, type LineKind } from "./channel";
import { Unreachable, type Address, type Host, type HostAbilities } from "./host";

/** URLs are relative to the page, so that a server can offer the client below any path. */
export function apiUrl({ path, query }: Address): URL {
  const url = new URL(`api/${path}`, document.baseURI);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return url;
}

const webSockets: LineKind = {
  network: true,
  dial: (address, events) => {
    const url = apiUrl(address);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    socket.onopen = events.opened;
    socket.onmessage = (event) => events.message(String(event.data));
    socket.onclose = (event) => events.closed(event.code);
    return {
      get open() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  },
};

/** A Spielzug server, over HTTP and WebSockets. */
export const host: Host = {
  can: {
    friends: true,
    openTables: true,
    notifications: true,
    lab: true,
    otherDevices: true,
    timeLimits: true,
    progress: false,
  },

  async request(method, address, body) {
    try {
      const response = await fetch(apiUrl(address), {
        method,
        credentials: "same-origin",
        ...(body === undefined
          ? {}
          : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      throw new Unreachable();
    }
  },

  url: (address) => apiUrl(address).href,
  connect: (handlers) => new ReconnectingChannel(webSockets, handlers),
};

/** What a page without a server adds to the others. */
export const HostNotices: Component | null = null;
export const HostFiles: Component | null = null;
export const NeedsServer: Component<{ what: keyof HostAbilities; page?: boolean }> | null = null;
