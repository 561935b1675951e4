import { type BlobLike, type ByteSource, fromBlob, readExactly } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { crc32 } from "./crc32.ts";
import { createHolder, TooLargeError } from "./held.ts";
import type { OpenTemporary } from "../../temporary-file.ts";

/** Progress in unpacking one file. */
export interface UnpackProgress {
  name: string;
  /** Bytes so far, and in total where the archive states it. */
  bytes: number;
  total?: number;
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
}

/** A compressed byte becomes up to 1032: progress is reported at least this often. */
const BLOCK = 2 ** 16;
const REPORT = 2 ** 20;
/** A gzip file states the size of its content modulo this. */
const WRAP = 2 ** 32;

/** @param most Limit of all results together in memory, bytes. */
export function createUnpacker({ onUnpack = () => {}, openTemporary }: UnpackOptions, most?: number): Unpacker {
  const hold = createHolder(openTemporary, most);
  const naming = (packed: Packed, bytes: number) => (error: unknown) => {
    throw error instanceof TooLargeError ? tooLarge(packed, bytes, error) : error;
  };

  async function inflated(packed: Packed): Promise<BlobLike> {
    const { name, size, crc, source } = packed;
    const total = size ?? (await sizeOfGzip(source));
    const least = total !== undefined && total < WRAP ? total : leastOf(source);
    const held = await hold(least).catch(naming(packed, least));
    const report = (bytes: number, of = total) => onUnpack({ name, bytes, total: of, stored: held.stored() });
    let [bytes, reported, found] = [0, 0, 0];
    const { read, cancel } = piecesOf(packed);
    try {
      report(0);
      for (let part = await read(); part; part = await read()) {
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
      const content = await held.finish().catch(naming(packed, bytes));
      report(bytes, bytes);
      return content;
    } catch (error) {
      await held.remove();
      throw error;
    } finally {
      cancel();
    }
  }

  return { unpack: async (packed) => fromBlob(packed.name, await inflated(packed)) };
}

function tooLarge({ source }: Packed, bytes: number, { cause, most }: TooLargeError): CaptureError {
  const reason = cause instanceof Error ? `, and a temporary file cannot hold it: ${cause.message}` : "";
  return new CaptureError(
    `${source.name}: unpacks to ${gibibytes(bytes)} or more, expected at most ${gibibytes(most)} for all files together in ` +
      `memory${reason}. Unpack it first, and choose the result.`,
  );
}

const gibibytes = (bytes: number) => `${Number((bytes / 2 ** 30).toPrecision(3))} GiB`;

/** Packed data are hardly longer than their content: deflate adds 5 bytes to each 65,535 that it cannot compress, and gzip a name. */
const leastOf = ({ size }: ByteSource) => Math.max(0, Math.floor(0.99 * (size - 2 ** 16)));

/** The least possible size of a gzip file's content, as its end states it. Undefined if that is impossible. */
async function sizeOfGzip(source: ByteSource): Promise<number | undefined> {
  if (source.size < 20) return undefined;
  const stated = new DataView(await readExactly(source, source.size - 4, source.size)).getUint32(0, true);
  const size = stated + WRAP * Math.max(0, Math.ceil((leastOf(source) - stated) / WRAP));
  return size < 1100 * source.size ? size : undefined;
}

/** Unpacks piece by piece. An error of reading the source passes; one of unpacking names the file. */
function piecesOf({ source, format }: Packed): {
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  cancel(): void;
} {
  let at = 0;
  let failure: unknown;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        if (at >= source.size) return controller.close();
        const end = Math.min(at + BLOCK, source.size);
        controller.enqueue(new Uint8Array(await readExactly(source, at, end)));
        at = end;
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  });
  const pieces = stream.pipeThrough(new DecompressionStream(format))[Symbol.asyncIterator]();
  return {
    async read() {
      const next = await pieces.next().catch(() => {
        if (failure !== undefined) throw failure;
        const [method, or] =
          format === "gzip" ? ["gzip", "cut short, or made of several parts"] : ["deflate", "or cut short"];
        throw new CaptureError(
          `${source.name}: does not unpack as ${method}: damaged, ${or}. Get it again, or unpack it first.`,
        );
      });
      return next.done ? undefined : next.value;
    },
    cancel: () => void pieces.return?.().catch(() => {}),
  };
}
