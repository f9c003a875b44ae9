/** Where a link works: on this computer, in the local network, or everywhere. */
export type LinkScope = "here" | "network" | "everywhere";

const PRIVATE = [
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^\[f[cd][0-9a-f]{2}:/i,
  /^\[fe[89ab][0-9a-f]:/i,
  /\.(local|lan|home|internal|home\.arpa)$/i,
];

export function linkScope(link: string): LinkScope {
  if (!URL.canParse(link)) return "everywhere";
  const { hostname } = new URL(link);
  if (hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.")) return "here";
  // A host name without a dot is known only in the local network.
  const isPrivate = PRIVATE.some((pattern) => pattern.test(hostname)) || !/[.:]/.test(hostname);
  return isPrivate ? "network" : "everywhere";
}
