import type { BlobLike } from "../../blob-like.ts";
import { type ByteSource, fromBlob, readExactly } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { crc32 } from "./crc32.ts";
import { gunzip } from "./gunzip.ts";
import { createHolder, TooLargeError } from "./held.ts";
import { append, DamagedError, type Input } from "./inflate.ts";
import type { OpenTemporary } from "../../temporary-file.ts";

/** Progress in unpacking one file. */
export interface UnpackProgress {
  name: string;
  /** Bytes so far, and in total where that is certain: a gzip file does not tell it before its end. */
  bytes: number;
  total?: number;
  /** Share of the packed bytes that are read, 0 to 1. */
  share: number;
  /** Whether they go to a temporary file. */
  stored: boolean;
}

export interface UnpackOptions {
  /** Called at the start of each compressed file, for each MiB, and at its end, where `total` is certain. It may throw to stop. */
  onUnpack?(progress: UnpackProgress): void;
  /** Opens a file for results that memory should not hold. Without it, memory holds up to 384 MiB of all results. */
  openTemporary?: OpenTemporary;
}

/** Compressed data, and what is stated about the result. */
export interface Packed {
  source: ByteSource;
  format: "gzip" | "deflate-raw";
  /** The name of the result. */
  name: string;
  /** Bytes and CRC-32 of the result, where they are certain. */
  size?: number;
  crc?: number;
}

/** Unpacks compressed data as a whole, because they cannot be read in places. */
export interface Unpacker {
  /**
   * @throws CaptureError for damaged data, and where all results together would exceed the limit; what `onUnpack` or the
   * source throws.
   */
  unpack(packed: Packed): Promise<ByteSource>;
  /** What a person should know about the files that were unpacked. */
  readonly warnings: readonly string[];
}

/** A compressed byte becomes up to 1032: progress is reported at least this often. */
const BLOCK = 2 ** 16;
const REPORT = 2 ** 20;

/** @param most Limit of all results together in memory, bytes. */
export function createUnpacker({ onUnpack = () => {}, openTemporary }: UnpackOptions, most?: number): Unpacker {
  const hold = createHolder(openTemporary, most);
  const warnings: string[] = [];
  const naming = (packed: Packed, bytes: number) => (error: unknown) => {
    throw error instanceof TooLargeError ? tooLarge(packed, bytes, error) : error;
  };

  async function unpack(packed: Packed): Promise<BlobLike> {
    const { name, size, crc, source } = packed;
    // A short gzip file may be followed by any number of zeros.
    const least = size ?? 0;
    const held = await hold(least).catch(naming(packed, least));
    const { pieces, share, packedEnd } = piecesOf(packed);
    const report = (bytes: number, total = size) =>
      onUnpack({ name, bytes, total, share: share(), stored: held.stored() });
    let [bytes, reported, found] = [0, 0, 0];
    try {
      report(0);
      for await (const part of pieces) {
        bytes += part.length;
        if (size !== undefined && bytes > size) break;
        if (crc !== undefined) found = crc32(part, found);
        await held.add(part).catch(naming(packed, bytes));
        if (bytes - reported >= REPORT) report((reported = bytes));
      }
      if ((size !== undefined && bytes !== size) || (crc !== undefined && found !== crc)) {
        throw new CaptureError(
          `${source.name}: unpacks to other bytes than the archive states: it is damaged. Get it again.`,
        );
      }
      if (packedEnd() < source.size) {
        warnings.push(
          `${source.name}: its packed data end at byte ${packedEnd()}; the ${source.size - packedEnd()} bytes behind them were left out.`,
        );
      }
      const content = await held.finish().catch(naming(packed, bytes));
      report(bytes, bytes);
      return content;
    } catch (error) {
      await held.remove();
      throw error;
    }
  }

  return { unpack: async (packed) => fromBlob(packed.name, await unpack(packed)), warnings };
}

function tooLarge({ source }: Packed, bytes: number, { cause, most }: TooLargeError): CaptureError {
  const reason = cause instanceof Error ? `, and a temporary file cannot hold it: ${cause.message}` : "";
  return new CaptureError(
    `${source.name}: unpacks to ${gibibytes(bytes)} or more, expected at most ${gibibytes(most)} for all files together in ` +
      `memory${reason}. Unpack it first, and choose the result.`,
  );
}

const gibibytes = (bytes: number) => `${Number((bytes / 2 ** 30).toPrecision(3))} GiB`;

/** The content piece by piece, the share of the packed bytes that are read, and after the last piece where they end. */
function piecesOf({ source, format }: Packed): {
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
  share(): number;
  packedEnd(): number;
} {
  let at = 0;
  /** The next packed bytes; none at the end. */
  async function block(): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(at + BLOCK, source.size);
    const bytes = new Uint8Array(await readExactly(source, at, end));
    at = end;
    return bytes;
  }
  const damaged = (reason: string) =>
    new CaptureError(
      `${source.name}: does not unpack as ${format === "gzip" ? "gzip" : "deflate"}: it is ${reason}. Get it again, or unpack it first.`,
    );
  const input: Input = { bytes: new Uint8Array(0), at: 0, ended: false };
  return {
    pieces: format === "gzip" ? gunzipped(input, block, damaged) : inflated(block, damaged),
    share: () => (source.size > 0 ? at / source.size : 1),
    packedEnd: () => at - (input.bytes.length - input.at),
  };
}

type ReadBlock = () => Promise<Uint8Array<ArrayBuffer>>;
type Damaged = (reason: string) => CaptureError;
type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;

/** A gzip file: DecompressionStream refuses what follows the first member in a browser, and drops some of it in Node.js. */
async function* gunzipped(input: Input, block: ReadBlock, damaged: Damaged): Pieces {
  const pieces = gunzip(input);
  for (let next = stepOf(pieces, damaged); !next.done; next = stepOf(pieces, damaged)) {
    if (next.value) yield next.value;
    else append(input, await block());
  }
}

function stepOf<T>(pieces: Iterator<T, void, void>, damaged: Damaged): IteratorResult<T, void> {
  try {
    return pieces.next();
  } catch (error) {
    throw error instanceof DamagedError ? damaged(error.message) : error;
  }
}

/** Deflated data whose end is known. An error of reading them passes. */
async function* inflated(block: ReadBlock, damaged: Damaged): Pieces {
  let failure: unknown;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const bytes = await block();
        if (bytes.length > 0) controller.enqueue(bytes);
        else controller.close();
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  });
  try {
    yield* stream.pipeThrough(new DecompressionStream("deflate-raw"));
  } catch {
    throw failure ?? damaged("damaged or cut short");
  }
}
