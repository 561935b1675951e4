import { crc32 } from "#core/capture/archives/crc32.ts";
import type { Folder, OpenFile } from "./folder.ts";

/** Bytes before the text: its length, the CRC-32 of all that follows, and the number of the version. */
const HEADER = 16;

interface Version {
  number: number;
  text: string;
}

/**
 * A text in two files, which take turns: a version is written over the older one of the two. A crash at any byte damages
 * only the file that is being written, so the version before it stays whole.
 */
export interface StoredDocument {
  /** Returns when the disk has the text. @throws The file system's errors; the version before stays. */
  write(text: string): Promise<void>;
}

const slotOf = (name: string, number: number) => `${name}.${number % 2}`;

/** Opens a document of a folder for writing. Only one writer may have it. */
export async function openDocument(folder: Folder, name: string): Promise<StoredDocument> {
  let { number } = (await newest(folder, name)) ?? { number: 0 };
  return {
    async write(text) {
      const next = number + 1;
      const file = await folder.getFileHandle(slotOf(name, next), { create: true });
      if (!file.createSyncAccessHandle) throw new Error("This browser cannot write files in a worker");
      const open = await file.createSyncAccessHandle();
      try {
        const bytes = encode({ number: next, text });
        writeAll(open, bytes, 0);
        open.truncate(bytes.length);
        open.flush();
        number = next;
      } finally {
        open.close();
      }
    },
  };
}

/** Returns the newest whole version of a document; undefined if there is none. */
export async function readDocument(folder: Folder, name: string): Promise<string | undefined> {
  return (await newest(folder, name))?.text;
}

/** Writes all bytes, in as many steps as the file system needs. */
export function writeAll(file: OpenFile, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) {
    const written = file.write(bytes.subarray(done), { at: at + done });
    if (written === 0) throw new DOMException("No space is left", "QuotaExceededError");
    done += written;
  }
}

async function newest(folder: Folder, name: string): Promise<Version | undefined> {
  const read = await Promise.all([0, 1].map((slot) => versionIn(folder, slotOf(name, slot))));
  return read.filter((one) => one !== undefined).toSorted((a, b) => b.number - a.number)[0];
}

async function versionIn(folder: Folder, file: string): Promise<Version | undefined> {
  try {
    const blob = await (await folder.getFileHandle(file)).getFile();
    return decode(new Uint8Array(await blob.arrayBuffer()));
  } catch (error) {
    if ((error as Error).name === "NotFoundError") return undefined;
    throw error;
  }
}

function encode({ number, text }: Version): Uint8Array<ArrayBuffer> {
  const payload = new TextEncoder().encode(text);
  const bytes = new Uint8Array(HEADER + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length, true);
  view.setFloat64(8, number, true);
  bytes.set(payload, HEADER);
  view.setUint32(4, crc32(bytes.subarray(8)), true);
  return bytes;
}

function decode(bytes: Uint8Array<ArrayBuffer>): Version | undefined {
  if (bytes.length < HEADER) return undefined;
  const view = new DataView(bytes.buffer);
  const end = HEADER + view.getUint32(0, true);
  if (bytes.length < end || crc32(bytes.subarray(8, end)) !== view.getUint32(4, true)) return undefined;
  return { number: view.getFloat64(8, true), text: new TextDecoder().decode(bytes.subarray(HEADER, end)) };
}
