import type { Component } from "svelte";
import { ReconnectingChannel } from "./channel";
import { Unreachable, type Address, type Host, type NeedsServerProps } from "./host";

/** URLs are relative to the page, so that a server can offer the client below any path. */
export function apiUrl({ path, query }: Address): URL {
  const url = new URL(`api/${path}`, document.baseURI);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
  return url;
}

function openSocket(address: Address): WebSocket {
  const url = apiUrl(address);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url);
}

/** A Spielzug server, over HTTP and WebSockets. */
export const host: Host = {
  can: {
    friends: true,
    otherDevices: true,
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
  connect: (handlers) => new ReconnectingChannel(openSocket, handlers),
};

/** What a page without a server adds to the others. */
export const HostFiles: Component | null = null;
export const NeedsServer: Component<NeedsServerProps> | null = null;
