import { type ByteSource, readExactly, section } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import type { ArchiveEntry } from "./tar.ts";
import type { Unpacker } from "./unpack.ts";

/** ZIP (PKWARE, APPNOTE.TXT 6.3.10): the directory at the end lists the files; ZIP64 gives sizes of 64 bits. */
const END = 0x06054b50;
const END_BYTES = 22;
const END64_LOCATOR = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64 = 0x06064b50;
const END64_BYTES = 56;
const FILE = 0x02014b50;
const FILE_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** The comment behind the end, at most. */
const COMMENT = 2 ** 16;
/** A longer directory is no list of recordings. */
const MOST_DIRECTORY = 2 ** 26;
const STORED = 0;
const DEFLATED = 8;
const METHODS: Readonly<Record<number, string>> = {
  9: "Deflate64",
  12: "bzip2",
  14: "LZMA",
  93: "Zstandard",
  95: "xz",
};

/** True for the first bytes of a ZIP archive, also of one without files. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

/**
 * The files of an archive, in order. Stored files are read in place. Compressed ones are unpacked when they are first read.
 *
 * @throws CaptureError for a damaged archive. Reading an encrypted file, or one packed by another method, throws too.
 */
export async function readZip(source: ByteSource, unpacker: Unpacker): Promise<ArchiveEntry[]> {
  const { start, size, count } = await directoryOf(source);
  const view = new DataView(await readExactly(source, start, start + size));
  const entries: ArchiveEntry[] = [];
  for (let at = 0, i = 0; i < count; i++) {
    if (at + FILE_BYTES > size || view.getUint32(at, true) !== FILE)
      throw damaged(source, "its directory is not whole");
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const next = at + FILE_BYTES + nameBytes + extraBytes + commentBytes;
    if (next > size) throw damaged(source, "its directory is not whole");
    const bytes = new Uint8Array(view.buffer, at + FILE_BYTES, nameBytes);
    const path = slashed(textOf(bytes));
    if (!path.endsWith("/")) {
      const extra = new DataView(view.buffer, at + FILE_BYTES + nameBytes, extraBytes);
      entries.push({ path, file: memberOf(source, unpacker, path, longSizes(recordOf(view, at), extra)) });
    }
    at = next;
  }
  return entries;
}

/** Windows may write backslashes between folders. */
const slashed = (path: string) => path.replaceAll("\\", "/");

/** Names are in UTF-8, whether an archive says so or not; old programs wrote a character set of 8 bits. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const ENCRYPTED = 1 | (1 << 6) | (1 << 13);
const NO_SIZE = 2 ** 32 - 1;

/** A file's entry in the directory. */
interface Listed {
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Byte of the file's own header. */
  local: number;
}

const recordOf = (view: DataView, at: number): Listed => ({
  flags: view.getUint16(at + 8, true),
  method: view.getUint16(at + 10, true),
  crc: view.getUint32(at + 16, true),
  packed: view.getUint32(at + 20, true),
  size: view.getUint32(at + 24, true),
  local: view.getUint32(at + 42, true),
});

/** ZIP64: the extra field 1 holds those sizes that do not fit 32 bits, in this order. */
function longSizes(record: Listed, extra: DataView): Listed {
  const whole = { ...record };
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const end = Math.min(extra.byteLength, at + 4 + extra.getUint16(at + 2, true));
    let from = at + 4;
    for (const field of ["size", "packed", "local"] as const) {
      if (whole[field] !== NO_SIZE || from + 8 > end) continue;
      whole[field] = Number(extra.getBigUint64(from, true));
      from += 8;
    }
  }
  return whole;
}

function memberOf(source: ByteSource, unpacker: Unpacker, path: string, record: Listed): ByteSource {
  const { flags, method, crc, packed, size, local } = record;
  const name = path.slice(path.lastIndexOf("/") + 1);
  let opening: Promise<ByteSource> | undefined;
  async function open(): Promise<ByteSource> {
    if (flags & ENCRYPTED) {
      throw new CaptureError(`${name}: is encrypted. Unpack the archive first, with its password.`);
    }
    if (method !== STORED && method !== DEFLATED) {
      const by = METHODS[method] ?? `method ${method}`;
      throw new CaptureError(`${name}: is packed with ${by}, expected deflate. Unpack the archive first, with 7-Zip.`);
    }
    const header = new DataView(await readExactly(source, local, local + LOCAL_BYTES));
    const named = local + LOCAL_BYTES + header.getUint16(26, true);
    const start = named + header.getUint16(28, true);
    const own =
      named <= source.size ? textOf(new Uint8Array(await readExactly(source, local + LOCAL_BYTES, named))) : "";
    if (header.getUint32(0, true) !== LOCAL || slashed(own) !== path) {
      throw damaged(source, `${name} is not where its directory says`);
    }
    const bytes = method === STORED ? size : packed;
    if (start + bytes > source.size) throw damaged(source, `it ends inside ${name}`);
    const content = section(source, name, start, bytes);
    return method === STORED ? content : unpacker.unpack({ source: content, format: "deflate-raw", name, size, crc });
  }
  return {
    name,
    size,
    async slice(from, to) {
      // A file whose unpacking was stopped may be read again.
      opening ??= open().catch((error) => {
        opening = undefined;
        throw error;
      });
      return (await opening).slice(from, to);
    },
  };
}

const damaged = ({ name }: ByteSource, what: string) =>
  new CaptureError(`${name}: is no whole ZIP archive: ${what}. Get a complete copy.`);

/** Finds the directory by the record at the archive's end. */
async function directoryOf(source: ByteSource): Promise<{ start: number; size: number; count: number }> {
  const from = Math.max(0, source.size - END_BYTES - COMMENT);
  const tail = new DataView(await readExactly(source, from, source.size));
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw damaged(source, "its end is missing");
  let directory = {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
  };
  const locator = at - END64_LOCATOR_BYTES;
  if (locator >= 0 && tail.getUint32(locator, true) === END64_LOCATOR) {
    const end64 = Number(tail.getBigUint64(locator + 8, true));
    if (end64 + END64_BYTES > source.size) throw damaged(source, "its end is missing");
    const view = new DataView(await readExactly(source, end64, end64 + END64_BYTES));
    if (view.getUint32(0, true) !== END64) throw damaged(source, "its end is missing");
    const [count, size, start] = [32, 40, 48].map((offset) => Number(view.getBigUint64(offset, true)));
    directory = { count, size, start };
  }
  const { size, start } = directory;
  if (start + size > source.size) throw damaged(source, "its directory is missing, or in another of several files");
  if (size > MOST_DIRECTORY) {
    throw new CaptureError(`${source.name}: lists too many files. Unpack it first, and choose the recordings.`);
  }
  return directory;
}
