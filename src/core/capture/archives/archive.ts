import type { ByteSource } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { COMPANION, RAW_EXTENSIONS } from "../extensions.ts";
import { extensionOf } from "../file-name.ts";
import { type ArchiveEntry, isTar, readTar } from "./tar.ts";
import type { Unpacker } from "./unpack.ts";
import { isZip, readZip } from "./zip.ts";

/** Bytes that decide about the kind of a file: a header of tar. */
const HEAD = 512;

/** Kinds of packed files by their first bytes, and how to unpack them. */
const FOREIGN: readonly [kind: string, way: string, ...bytes: number[]][] = [
  ["xz", "unxz or 7-Zip", 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  ["bzip2", "bunzip2 or 7-Zip", 0x42, 0x5a, 0x68],
  ["Zstandard", "unzstd", 0x28, 0xb5, 0x2f, 0xfd],
  ["LZ4", "unlz4", 0x04, 0x22, 0x4d, 0x18],
  ["7-Zip", "7-Zip", 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  ["RAR", "7-Zip or unrar", 0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  ["SatDump's ZIQ", "SatDump", 0x5a, 0x49, 0x51, 0x5f],
];

/** Extensions of files that are no archives: they are not read for this. */
const PLAIN = new Set(["sigmf-meta", "sigmf-data", "sigmf-collection", COMPANION, ...RAW_EXTENSIONS]);

/** Files that computers add to archives by themselves. */
const SYSTEM = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Returns the files in a tar or ZIP archive, packed with gzip or not, or the single file in a gzip file. Undefined for a file
 * of another kind. Archives in an archive are opened too, but none in those.
 *
 * @throws CaptureError for a damaged archive, and for a file that is packed otherwise.
 */
export async function unpacked(file: ByteSource, unpacker: Unpacker, depth = 0): Promise<ArchiveEntry[] | undefined> {
  const extension = extensionOf(file.name);
  if (PLAIN.has(extension)) return undefined;
  const head = new Uint8Array(await file.slice(0, HEAD));
  const begins = (bytes: readonly number[]) => bytes.every((byte, i) => head[i] === byte);
  const foreign = FOREIGN.find(([, , ...bytes]) => begins(bytes));
  if (foreign) {
    const [kind, way] = foreign;
    throw new CaptureError(
      `${file.name}: is packed with ${kind}, which Threeray does not unpack. Unpack it first, with ${way}, and choose the result.`,
    );
  }
  if (isZip(head)) return nested(await readZip(file, unpacker), unpacker, depth);
  if (extension === "sigmf" || extension === "tar" || isTar(head)) return nested(await readTar(file), unpacker, depth);
  const isGzip = begins([0x1f, 0x8b]);
  if (!isGzip && (extension === "gz" || extension === "tgz")) {
    throw new CaptureError(
      `${file.name}: is not packed with gzip, as its name says. Get it again, or correct its name.`,
    );
  }
  if (!isGzip) return undefined;
  const name = file.name.replace(/\.tgz$/i, ".tar").replace(/\.gz$/i, "");
  const inner = await unpacker.unpack({ source: file, format: "gzip", name });
  return (await unpacked(inner, unpacker, depth)) ?? [{ path: name, file: inner }];
}

async function nested(entries: readonly ArchiveEntry[], unpacker: Unpacker, depth: number): Promise<ArchiveEntry[]> {
  const all: ArchiveEntry[] = [];
  for (const entry of entries) {
    if (SYSTEM.test(entry.path)) continue;
    const isArchive = depth === 0 && /\.(?:sigmf|tar|tgz|gz|zip)$/i.test(entry.path);
    const inside = isArchive ? await unpacked(entry.file, unpacker, depth + 1) : undefined;
    for (const { path, file } of inside ?? []) all.push({ path: `${entry.path}/${path}`, file });
    if (!inside) all.push(entry);
  }
  return all;
}
