import { fetchKept } from "./kept_files";

/** Files of the site that a plain server would send as they are, so they are kept compressed. */

const GZIP = [0x1f, 0x8b];

/** Adds the bytes that arrived. */
export type OnBytes = (bytes: number) => void;

/** The file could not be had: the site is incomplete, or the device is offline and has not kept it. */
export class MissingFile extends Error {}

/** Fetches a file and unpacks it; a server may have marked it as compressed, so that the browser has done so. */
export async function fetchUnpacked(
  path: string,
  base: URL,
  onBytes: OnBytes = () => undefined,
): Promise<Uint8Array> {
  const bytes = await fetchBytes(path, base, onBytes);
  return isGzip(bytes) ? unpack(bytes) : bytes;
}

export async function fetchBytes(
  path: string,
  base: URL,
  onBytes: OnBytes = () => undefined,
): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetchKept(path, base);
  } catch {
    throw new MissingFile(path);
  }
  if (!response.ok || !response.body) throw new MissingFile(path);
  const pieces: Uint8Array[] = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    onBytes(value.length);
  }
  return joined(pieces);
}

const isGzip = (bytes: Uint8Array): boolean => GZIP.every((byte, i) => bytes[i] === byte);

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
