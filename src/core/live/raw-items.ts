import type { ByteSource } from "../capture/byte-source.ts";
import { readExactly } from "../capture/byte-source.ts";
import { zeroNonFinite } from "../capture/finite.ts";
import type { SourceBlock } from "../flow/build/block-factory.ts";
import type { PortType } from "../flow/graph/port.ts";
import type { Source } from "../flow/run/source.ts";

/** What a block asks of a file without a header. */
interface RawRequest {
  type: Extract<PortType, "complex" | "real" | "integer" | "bits">;
  format: keyof typeof FORMATS;
  /** Items [from, to); 0: the end. */
  from: number;
  to: number;
  loop: "off" | "on";
}

/** Bytes per item, and how they are read. A source gives integers as numbers in float32. */
const FORMATS = {
  cf32_le: { bytes: 8, read: (bytes: ArrayBuffer) => new Float32Array(bytes) },
  rf32_le: { bytes: 4, read: (bytes: ArrayBuffer) => new Float32Array(bytes) },
  ri32_le: { bytes: 4, read: (bytes: ArrayBuffer) => words(new Int32Array(bytes)) },
  ri16_le: { bytes: 2, read: (bytes: ArrayBuffer) => words(new Int16Array(bytes)) },
  ri8: { bytes: 1, read: (bytes: ArrayBuffer) => words(new Int8Array(bytes)) },
  ru8: { bytes: 1, read: (bytes: ArrayBuffer) => words(new Uint8Array(bytes)) },
} as const;

/** @throws RangeError for an integer that float32 does not hold exactly. */
function words(integers: Int32Array | Int16Array | Int8Array | Uint8Array): Float32Array<ArrayBuffer> {
  const numbers = Float32Array.from(integers);
  const i = integers.findIndex((value, n) => value !== numbers[n]);
  if (i < 0) return numbers;
  throw new RangeError(`The file holds the integer ${integers[i]}. Threeray reads integers up to 16,777,216 exactly`);
}

/** Makes real samples that are NaN or infinite zero, and returns their number. */
function zeroReal(samples: Float32Array): number {
  let replaced = 0;
  for (const [i, value] of samples.entries()) {
    if (Number.isFinite(value)) continue;
    samples[i] = 0;
    replaced++;
  }
  return replaced;
}

/** Items per chunk. */
const CHUNK = 2 ** 18;

/** Whether a block reads items without a header, from a file of any name. */
export const isRawRequest = ({ needs, request }: SourceBlock): boolean =>
  needs === "recording" && request.format !== undefined && request.format !== "file";

/** Returns the bytes at the end of a file that are no whole item of the format that a block asks for. */
export const bytesLeft = ({ size }: Pick<ByteSource, "size">, { request }: Pick<SourceBlock, "request">): number =>
  size % FORMATS[(request as unknown as RawRequest).format].bytes;

/**
 * Returns the items of a file without a header as the source that a block asks for; with `loop` it has no end. As in recordings,
 * samples that hold a NaN or an infinity are zero; `nonFinite` tells how many it has read, in each pass of a loop.
 *
 * @param first Index of the first item to deliver, counted in the part that the block asks for.
 * @throws RangeError for a part that does not lie in the file; for bytes that are no bits, when they are read.
 */
export function rawItems(
  source: ByteSource,
  { request }: Pick<SourceBlock, "request">,
  first = 0,
): Source & { nonFinite(): number } {
  const { type, format, from, to, loop } = request as unknown as RawRequest;
  const { bytes, read } = FORMATS[format];
  const items = Math.floor(source.size / bytes);
  const end = to || items;
  if (!(from < end && end <= items)) {
    throw new RangeError(
      `“${source.name}” has ${items} items of ${format}. From and To must lie in it, got ${from} and ${to}`,
    );
  }
  const length = end - from;
  let at = loop === "on" ? first % length : Math.min(first, length);
  let [isClosed, replaced] = [false, 0];
  return {
    port: type,
    nonFinite: () => replaced,
    async read() {
      if (at >= length && loop === "on") at = 0;
      if (isClosed || at >= length) return undefined;
      const count = Math.min(CHUNK, length - at);
      const start = (from + at) * bytes;
      const found = read(await readExactly(source, start, start + count * bytes));
      if (format === "cf32_le") replaced += zeroNonFinite(found);
      if (format === "rf32_le") replaced += zeroReal(found);
      if (type === "bits") checkBits(found, from + at, source.name);
      at += count;
      return { items: found, tags: [], dropped: 0 };
    },
    close() {
      isClosed = true;
    },
  };
}

function checkBits(found: Float32Array<ArrayBuffer>, first: number, name: string): void {
  const i = found.findIndex((value) => value > 1);
  if (i < 0) return;
  throw new RangeError(
    `“${name}” holds the byte ${found[i]} at item ${first + i}, and bits are 0 or 1. Set the type of the block to integer`,
  );
}
