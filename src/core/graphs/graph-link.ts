import type { Graph } from "../flow/graph/graph.ts";
import { MOST_GRAPH_BYTES, readGraphFile } from "./graph-file.ts";

/** Longest text that is read, in characters. Chrome's addresses hold 2 MiB. */
const MOST_CHARACTERS = 2 ** 21;

/** Returns a graph as text for a link: JSON, compressed (deflate), in base64url. */
export async function encodeGraph(graph: Graph): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(graph));
  return base64url(await bytesOf(through(json, new CompressionStream("deflate-raw")), Infinity));
}

/**
 * Returns the graph of a link.
 *
 * @throws RangeError for a text that is damaged, holds no graph, or grows beyond what graphs may have.
 */
export async function decodeGraph(text: string): Promise<Graph> {
  if (text.length > MOST_CHARACTERS) {
    throw new RangeError(
      `the link's graph: found ${text.length} characters, expected at most ${MOST_CHARACTERS}; save the graph as a file instead`,
    );
  }
  if (!/^[\w-]+$/.test(text)) throw damaged("characters that links do not have");
  let json: string;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const whole = await bytesOf(through(bytes, new DecompressionStream("deflate-raw")), MOST_GRAPH_BYTES);
    json = new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch (error) {
    throw error instanceof RangeError ? error : damaged("data that cannot be decompressed");
  }
  return readGraphFile("the link's graph", json);
}

const damaged = (found: string) =>
  new RangeError(`the link's graph: found ${found}; the link may have been cut short, so copy it again`);

interface Codec {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: unknown;
}

function through(bytes: Uint8Array<ArrayBuffer>, codec: Codec): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = false;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (sent) controller.close();
      else controller.enqueue(bytes);
      sent = true;
    },
  });
  return source.pipeThrough(codec);
}

async function bytesOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    // Leaving the loop cancels the stream: a few bytes that grow to gigabytes take no memory.
    if (size > most) throw new RangeError(`the link's graph: expected at most ${most} bytes of JSON, got more`);
    pieces.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function base64url(bytes: Uint8Array): string {
  // One call with all bytes as arguments would overflow the stack.
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
