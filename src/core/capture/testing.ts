import type { ByteSource } from "./byte-source.ts";

/** Families of WAV files: Microsoft's RIFF, RF64 (EBU Tech 3306), BW64 (ITU-R BS.2088) and Sony's Wave64. */
export type WavForm = "RIFF" | "RF64" | "BW64" | "W64";

export interface TestChunk {
  name: string;
  body: Uint8Array;
  /** The size that the header states, where it lies. */
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
