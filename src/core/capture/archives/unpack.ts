import { type ByteSource, fromBlob, readExactly } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { crc32 } from "./crc32.ts";

/** Progress in unpacking one file. */
export interface UnpackProgress {
  name: string;
  /** Bytes so far, and in total where the archive states it. */
  bytes: number;
  total?: number;
}

export interface UnpackOptions {
  /** Called at the start of each compressed file, for each MiB, and at its end, where `total` is certain. It may throw to stop. */
  onUnpack?(progress: UnpackProgress): void;
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

/** Unpacks compressed data in memory, because they cannot be read in places. */
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
/** Bytes of all results together. */
const MOST = 2 ** 31;

/** @param most Limit of all results together, bytes. */
export function createUnpacker({ onUnpack = () => {} }: UnpackOptions, most = MOST): Unpacker {
  let used = 0;
  const tooLarge = ({ source }: Packed, bytes: number) =>
    new CaptureError(
      `${source.name}: unpacks to ${bytes === most ? "more than " : ""}${gibibytes(bytes)} in memory, expected at most ` +
        `${gibibytes(most)} for all files together. Unpack it first, and choose the result.`,
    );

  async function inflated(packed: Packed): Promise<Blob> {
    const { name, size, crc, source } = packed;
    const total = size ?? (await sizeOfGzip(source));
    if (total !== undefined && used + total > most) throw tooLarge(packed, total);
    onUnpack({ name, bytes: 0, total });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let [bytes, reported, found] = [0, 0, 0];
    const { read, cancel } = piecesOf(packed);
    try {
      for (let part = await read(); part; part = await read()) {
        bytes += part.length;
        if (used + bytes > most) throw tooLarge(packed, most);
        if (size !== undefined && bytes > size) break;
        if (crc !== undefined) found = crc32(part, found);
        parts.push(part);
        if (bytes - reported >= REPORT) onUnpack({ name, bytes: (reported = bytes), total });
      }
    } finally {
      cancel();
    }
    if ((size !== undefined && bytes !== size) || (crc !== undefined && found !== crc)) {
      throw new CaptureError(
        `${source.name}: unpacks to other bytes than the archive states: it is damaged. Get it again.`,
      );
    }
    used += bytes;
    onUnpack({ name, bytes, total: bytes });
    return new Blob(parts);
  }

  return { unpack: async (packed) => fromBlob(packed.name, await inflated(packed)) };
}

const gibibytes = (bytes: number) => `${Number((bytes / 2 ** 30).toPrecision(3))} GiB`;

/** The size that a gzip file states modulo 2^32 at its end, where it is possible. */
async function sizeOfGzip(source: ByteSource): Promise<number | undefined> {
  if (source.size < 20 || source.size > MOST) return undefined;
  const size = new DataView(await readExactly(source, source.size - 4, source.size)).getUint32(0, true);
  return size > 0.9 * source.size && size < 1100 * source.size ? size : undefined;
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
