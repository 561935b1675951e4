import type { BlobLike } from "../../blob-like.ts";
import type { OpenTemporary, TemporaryFile } from "../../temporary-file.ts";

/** Bytes that are kept one after the other. */
export interface HeldBytes {
  /** Whether they are in a temporary file. */
  stored(): boolean;
  /** @throws TooLargeError, also where the temporary file cannot hold them. */
  add(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<BlobLike>;
  /** Gives up the bytes. */
  remove(): Promise<void>;
}

/** Neither the memory nor a file may hold the bytes. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
  /** @param most Bytes that memory may hold. @param cause Why there is no temporary file. */
  constructor(
    readonly most: number,
    cause: unknown,
  ) {
    super("the bytes are too many for the memory", { cause });
  }
}

/** Bytes of all results together that memory holds though it could be a file, and at most. */
const [SMALL, MOST] = [2 ** 27, 3 * 2 ** 27];
/** Bytes that become one blob: a browser keeps blobs outside the memory of the page. */
const BLOB_BYTES = 2 ** 24;

/**
 * Returns a function that begins the keeping of bytes: in memory while they are few, in a temporary file if there may be one.
 *
 * @param most Bytes of all results in memory.
 */
export function createHolder(openTemporary: OpenTemporary | undefined, most = MOST) {
  const small = openTemporary ? Math.min(SMALL, most) : most;
  let used = 0;

  /** @param least Bytes that will be added at least. @throws TooLargeError if nothing may hold them. */
  return async function hold(least: number): Promise<HeldBytes> {
    const blobs: Blob[] = [];
    let parts: Uint8Array<ArrayBuffer>[] = [];
    let [bytes, inParts] = [0, 0];
    let file: TemporaryFile | undefined;
    let refusal: unknown;

    const gather = () => {
      if (inParts > 0) blobs.push(new Blob(parts));
      [parts, inParts] = [[], 0];
    };
    async function append(to: TemporaryFile, piece: Uint8Array<ArrayBuffer>): Promise<void> {
      try {
        await to.write(piece);
      } catch (error) {
        throw new TooLargeError(most, error);
      }
    }
    /** Makes room for this number of bytes in all. */
    async function provide(count: number): Promise<void> {
      if (file || used + count <= small) return;
      if (openTemporary && refusal === undefined) {
        const opening = openTemporary(count);
        file = await opening.catch((error: unknown) => void (refusal = error));
      }
      if (!file && used + count > most) throw new TooLargeError(most, refusal);
      if (!file) return;
      gather();
      for (const blob of blobs.splice(0)) await append(file, new Uint8Array(await blob.arrayBuffer()));
    }

    await provide(least);
    return {
      stored: () => file !== undefined,
      async add(part) {
        await provide(bytes + part.length);
        bytes += part.length;
        if (file) return append(file, part);
        parts.push(part);
        inParts += part.length;
        if (inParts >= BLOB_BYTES) gather();
      },
      async finish() {
        if (file) {
          return file.finish().catch((error: unknown) => {
            throw new TooLargeError(most, error);
          });
        }
        gather();
        used += bytes;
        return new Blob(blobs);
      },
      remove: async () => file?.remove(),
    };
  };
}
