import { type ByteSource, readExactly, section } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";

/** POSIX tar (ustar, pax): a header of 512 bytes before each file, files padded to whole blocks. */
const BLOCK = 512;
/** Bytes of a header that holds a name, at most. */
const MOST_NAMES = 2 ** 20;

/** A file in an archive. */
export interface ArchiveEntry {
  /** Path inside the archive, with "/". */
  path: string;
  file: ByteSource;
}

/** True for a first block of a tar archive. */
export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && checksum(head) === octal(head.subarray(148, 156));
}

/**
 * The regular files of an archive, in order. Only the headers are read.
 *
 * @throws CaptureError when the archive is cut short or is not one.
 */
export async function readTar(source: ByteSource): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  let names: { path?: string; size?: string } = {};
  for (let at = 0; at + BLOCK <= source.size;) {
    const header = new Uint8Array(await readExactly(source, at, at + BLOCK));
    if (header.every((byte) => byte === 0)) return entries;
    if (!isTar(header)) {
      throw new CaptureError(
        `${source.name}: found no tar header at byte ${at}, where a file or the archive's end was expected. ` +
          "The archive is damaged: get it again.",
      );
    }
    const size = names.size === undefined ? sizeOf(header) : Number(names.size);
    const start = at + BLOCK;
    const type = String.fromCharCode(header[156] || 48);
    const folder = text(header, 257, 8) === "ustar" ? text(header, 345, 155) : ""; // GNU has other things there
    const path = names.path ?? [folder, text(header, 0, 100)].filter(Boolean).join("/");
    if (!Number.isSafeInteger(size) || size < 0 || start + size > source.size) {
      throw new CaptureError(
        `${source.name}: ends inside ${path}: found ${source.size - start} bytes of it, expected ${size}. ` +
          "The archive is cut short: get it again.",
      );
    }
    if (type === "x" || type === "L") {
      if (size > MOST_NAMES) {
        throw new CaptureError(
          `${source.name}: has a name of ${size} bytes at byte ${at}. The archive is damaged: get it again.`,
        );
      }
      const bytes = new Uint8Array(await readExactly(source, start, start + size));
      names = type === "x" ? paxRecords(bytes) : { ...names, path: text(bytes, 0, size) };
    } else if (type !== "K" && type !== "g") {
      if (type === "0" || type === "7") {
        entries.push({ path, file: section(source, path.slice(path.lastIndexOf("/") + 1), start, size) });
      }
      names = {};
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (entries.length === 0) {
    throw new CaptureError(`${source.name}: ${source.size} bytes, too few for a tar archive. Get a complete copy.`);
  }
  return entries;
}

/**
 * The header before a file's bytes; after them come `tarPadding` bytes, and after the last file TAR_END.
 *
 * @throws CaptureError when the name or the size does not fit ustar.
 */
export function tarHeader(path: string, size: number, seconds: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const cut = encoder.encode(path).length > 100 ? path.lastIndexOf("/") : -1;
  const [prefix, name] = [path.slice(0, Math.max(0, cut)), path.slice(cut + 1)].map((part) => encoder.encode(part));
  if (name.length > 100 || prefix.length > 155) {
    throw new CaptureError(
      `${path}: the name is too long for an archive, expected at most 100 bytes. Choose a shorter one.`,
    );
  }
  if (size >= 8 ** 11) {
    throw new CaptureError(
      `${path}: ${size} bytes do not fit an archive, expected less than 8 GiB. Write two files instead.`,
    );
  }
  const header = new Uint8Array(BLOCK);
  const digits = (value: number, width: number) => encoder.encode(value.toString(8).padStart(width, "0"));
  header.set(name, 0);
  header.set(digits(0o644, 7), 100);
  header.set(digits(0, 7), 108);
  header.set(digits(0, 7), 116);
  header.set(digits(size, 11), 124);
  header.set(digits(Math.floor(seconds), 11), 136);
  header.set(encoder.encode("0"), 156);
  header.set(encoder.encode("ustar\u000000"), 257);
  header.set(prefix, 345);
  header.set(digits(checksum(header), 6), 148);
  header[155] = 0x20;
  return header;
}

/** Zeros that follow a file of `size` bytes. */
export function tarPadding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Math.ceil(size / BLOCK) * BLOCK - size);
}

export const TAR_END = new Uint8Array(2 * BLOCK);

/** Sum of a header's bytes, its checksum field taken as spaces. */
function checksum(header: Uint8Array): number {
  return header.subarray(0, BLOCK).reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0);
}

function text(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** Octal digits between spaces and zeros; NaN for anything else. */
function octal(field: Uint8Array): number {
  const digits = text(field, 0, field.length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** Octal, or with the highest bit set, binary (GNU, for 8 GiB and more). */
function sizeOf(header: Uint8Array): number {
  const field = header.subarray(124, 136);
  return field[0] === 0x80 ? field.subarray(1).reduce((value, byte) => value * 256 + byte, 0) : octal(field);
}

/** Records "length key=value\n" of a pax header. */
function paxRecords(bytes: Uint8Array): { path?: string; size?: string } {
  const records = text(bytes, 0, bytes.length).split("\n");
  return Object.fromEntries(records.map((record) => /^\d+ ([^=]+)=(.*)$/.exec(record)?.slice(1) ?? ["", ""]));
}
