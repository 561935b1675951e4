import { type ByteSource, fromBlob } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";

/** A compressed archive cannot be read in places, so it is unpacked in memory: up to this many bytes. */
const LIMIT = 2 ** 31;
const BLOCK = 2 ** 20;

/**
 * Unpacks a gzip file in memory. * @throws CaptureError for another format, a damaged file, or more than 2 GiB.
 */
export async function gunzip(source: ByteSource): Promise<ByteSource> {
  const head = new Uint8Array(await source.slice(0, 6));
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    const found =
      String.fromCharCode(...head.subarray(1, 4)) === "7zX" ? "is packed with xz" : "is not packed with gzip";
    throw new CaptureError(
      `${source.name}: ${found}, and only gzip can be unpacked here. Unpack it first, with unxz or 7-Zip.`,
    );
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const part of packed(source).pipeThrough(new DecompressionStream("gzip"))) {
      parts.push(part);
      size += part.length;
      if (size > LIMIT) {
        throw new CaptureError(
          `${source.name}: unpacks to more than 2 GiB. Unpack it first, with gunzip, and choose the result.`,
        );
      }
    }
  } catch (error) {
    if (error instanceof CaptureError) throw error;
    throw new CaptureError(`${source.name}: does not unpack as gzip: damaged, or cut short. Get it again.`);
  }
  return fromBlob(source.name.replace(/\.gz$/, ""), new Blob(parts));
}

function packed(source: ByteSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at >= source.size) controller.close();
      else controller.enqueue(new Uint8Array(await source.slice(at, at + BLOCK)));
      at += BLOCK;
    },
  });
}
