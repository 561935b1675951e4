import { deflateRawSync } from "node:zlib";
import type { ByteSource } from "./byte-source.ts";
import { TAR_END, tarHeader, tarPadding } from "./archives/tar.ts";

/** Families of WAV files: Microsoft's RIFF, RF64 (EBU Tech 3306), BW64 (ITU-R BS.2088) and Sony's Wave64. */
export type WavForm = "RIFF" | "RF64" | "BW64" | "W64";

export interface TestChunk {
  name: string;
  body: Uint8Array;
  /** The size in the header, if it differs from the true size. */
  size?: number;
  /** Whether the padding of an odd size is missing, as some programs write it. */
  unpadded?: boolean;
}

const GUID = "f3acd3118cd100c04f8edb8a";

/** A WAV file of some chunks, in their order. */
export function wavBytes(form: WavForm, chunks: readonly TestChunk[]): Uint8Array<ArrayBuffer> {
  const inner = chunks.map((chunk) => chunkBytes(form, chunk));
  const size = inner.reduce((sum, { length }) => sum + length, 0);
  if (form !== "W64")
    return bytesOf(Buffer.from(form), uint32(form === "RIFF" ? size + 4 : 0xffffffff), Buffer.from("WAVE"), ...inner);
  const riff = Buffer.from("726966662e91cf11a5d628db04c10000", "hex");
  return bytesOf(riff, uint64(size + 40), Buffer.from(`77617665${GUID}`, "hex"), ...inner);
}

function chunkBytes(form: WavForm, { name, body, size = body.length, unpadded = false }: TestChunk): Uint8Array {
  const padding = (align: number) => (unpadded ? 0 : (align - (body.length % align)) % align);
  if (form !== "W64") return bytesOf(Buffer.from(name, "latin1"), uint32(size), body, new Uint8Array(padding(2)));
  const guid = bytesOf(Buffer.from(name, "latin1"), Buffer.from(GUID, "hex"));
  return bytesOf(guid, uint64(size + 24), body, new Uint8Array(padding(8)));
}

/** The content of a chunk `fmt `. */
export function formatBytes(
  format: { tag?: number; channels?: number; bits?: number; rate?: number; bytes?: number } = {},
): Uint8Array {
  const { tag = 1, channels = 2, bits = 16, rate = 48000 } = format;
  const { bytes = (channels * bits) / 8 } = format;
  const body = Buffer.alloc(tag > 3 ? 40 : 16);
  body.writeUInt16LE(tag > 3 ? 0xfffe : tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE(rate * bytes, 8);
  body.writeUInt16LE(bytes, 12);
  body.writeUInt16LE(bits, 14);
  if (tag > 3) body.writeUInt16LE(tag & 0xff, 24);
  return body;
}

export const bytesOf = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts));

export const uint32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
export const uint64 = (value: number) => new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);

/** A file that begins with some bytes and ends with others, with zeros between them: a sparse file of any size. */
export function sparse(name: string, size: number, first: Uint8Array, last = new Uint8Array(0)) {
  const source: ByteSource & { read: number; reads: number } = {
    name,
    size,
    read: 0,
    reads: 0,
    async slice(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      source.read += bytes.length;
      source.reads++;
      if (start < first.length) bytes.set(first.subarray(start, start + bytes.length));
      const from = size - last.length;
      if (start + bytes.length > from) {
        const skipped = Math.max(0, start - from);
        bytes.set(last.subarray(skipped, start + bytes.length - from), Math.max(0, from - start));
      }
      return bytes.buffer;
    },
  };
  return source;
}

/** A file for an archive of {@link zipBytes}. */
export interface TestMember {
  path: string;
  bytes: Uint8Array;
  /** Default: stored. */
  deflated?: boolean;
  /** Sizes and CRC behind the content in place of the header, as programs write that do not know them before. */
  descriptor?: boolean;
  /** Sizes and place in a ZIP64 field. */
  zip64?: boolean;
  /** The values in the directory, if they differ from the true ones. */
  stated?: { flags?: number; method?: number; size?: number; crc?: number };
}

/** A ZIP archive (PKWARE, APPNOTE.TXT). */
export function zipBytes(
  members: readonly TestMember[],
  { comment = "", zip64 = false } = {},
): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { path, bytes, deflated = false, descriptor = false, zip64: isLong = false, stated = {} } of members) {
    const body = deflated ? deflateRawSync(bytes) : bytes;
    const name = Buffer.from(path);
    const { flags = descriptor ? 8 : 0, method = deflated ? 8 : 0, size = bytes.length, crc = crcOf(bytes) } = stated;
    const sizes = [uint32(crc), uint32(body.length), uint32(size)];
    const version = uint16(20, flags, method, 0, 0);
    const local = [
      uint32(0x04034b50),
      version,
      ...(descriptor ? [new Uint8Array(12)] : sizes),
      uint16(name.length, 4),
      name,
    ];
    const padding = uint16(0xcafe, 0);
    const parts = [...local, padding, body, ...(descriptor ? [uint32(0x08074b50), ...sizes] : [])];
    const all = uint32(0xffffffff);
    const extra = isLong ? bytesOf(uint16(1, 24), uint64(size), uint64(body.length), uint64(at)) : new Uint8Array(0);
    directory.push(
      bytesOf(
        uint32(0x02014b50),
        uint16(20),
        version,
        uint32(crc),
        ...(isLong ? [all, all] : sizes.slice(1)),
        uint16(name.length, extra.length, 0, 0, 0),
        uint32(0),
        isLong ? all : uint32(at),
        name,
        extra,
      ),
    );
    files.push(...parts);
    at += parts.reduce((sum, { length }) => sum + length, 0);
  }
  const list = bytesOf(...directory);
  const count = members.length;
  const long = bytesOf(
    uint32(0x06064b50),
    uint64(44),
    uint16(45, 45),
    uint32(0),
    uint32(0),
    ...[count, count, list.length, at].map(uint64),
  );
  const locator = bytesOf(uint32(0x07064b50), uint32(0), uint64(at + list.length), uint32(1));
  const short = zip64
    ? [uint16(0, 0, 0xffff, 0xffff), uint32(0xffffffff), uint32(0xffffffff)]
    : [uint16(0, 0, count, count), uint32(list.length), uint32(at)];
  const end = bytesOf(uint32(0x06054b50), ...short, uint16(comment.length), Buffer.from(comment));
  return bytesOf(...files, list, ...(zip64 ? [long, locator] : []), end);
}

const uint16 = (...values: readonly number[]) => new Uint8Array(Uint16Array.from(values).buffer);

/** CRC-32 of ISO 3309, bit by bit. */
export function crcOf(bytes: Uint8Array): number {
  let register = 0xffffffff;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) {
      const out = (register ^ (byte >> bit)) & 1;
      register = (register >>> 1) ^ (out ? 0xedb88320 : 0);
    }
  }
  return ~register >>> 0;
}

/** A tar archive of some files. */
export function tarBytes(files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(files).flatMap(([path, bytes]) => [
    tarHeader(path, bytes.length, 0),
    bytes,
    tarPadding(bytes.length),
  ]);
  return bytesOf(...parts, TAR_END);
}

/** The contents of a .sigmf-meta file. */
export function sigmfBytes({ global, ...rest }: { global?: object; captures?: unknown; annotations?: unknown } = {}) {
  const basics = { "core:datatype": "cf32_le", "core:version": "1.2.6", "core:sample_rate": 1e6 };
  return new TextEncoder().encode(
    JSON.stringify({ global: { ...basics, ...global }, captures: [], annotations: [], ...rest }),
  );
}
