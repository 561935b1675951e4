import { type ByteRange, type ByteSource, forwardReader, spreadBytes } from "./byte-source.ts";

/** The chunks of a WAV file. */
export interface Chunks {
  /** The first chunk of each name except `data`. */
  named: ReadonlyMap<string, ByteRange>;
  /** Samples: all `data` chunks, in order. */
  data: readonly ByteRange[];
}

/** How a family of WAV files writes its chunks. */
interface Form {
  /** Bytes before the first chunk, and before a chunk's content. */
  start: number;
  header: number;
  /** Chunks begin at multiples of this number of bytes. */
  align: number;
  /** Name of a chunk, and bytes of its content, negative if the header's own bytes exceed what it says; undefined for bytes that begin no chunk. */
  read(header: Uint8Array): { name: string; size: number } | undefined;
}

const text = (bytes: Uint8Array, at = 0) => String.fromCharCode(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/** RIFF, and RF64 (EBU Tech 3306) and BW64 (ITU-R BS.2088), which keep long sizes in a chunk `ds64`. */
const RIFF: Form = {
  start: 12,
  header: 8,
  align: 2,
  read(header) {
    const name = text(header);
    return /^[\w ]{4}$/.test(name) && /[a-z].*[a-z]/i.test(name)
      ? { name, size: header[4] + 2 ** 8 * header[5] + 2 ** 16 * header[6] + 2 ** 24 * header[7] }
      : undefined;
  },
};

/** Sony's Wave64: names of 16 bytes, of which the first four are RIFF's, and sizes of 64 bits that count the header. */
const W64: Form = {
  start: 40,
  header: 24,
  align: 8,
  read(header) {
    const size = viewOf(header).getBigUint64(16, true);
    const known = [W64_RIFF, W64_WAVE].some((guid) => guid.slice(10).every((byte, i) => header[10 + i] === byte));
    return known ? { name: text(header), size: Number(size) - 24 } : undefined;
  },
};
const bytesOf = (hex: string) => Array.from(hex.matchAll(/../g), ([byte]) => Number.parseInt(byte, 16));
const W64_RIFF = bytesOf("726966662e91cf11a5d628db04c10000");
const W64_WAVE = bytesOf("77617665f3acd3118cd100c04f8edb8a");

function formOf(head: Uint8Array): Form | undefined {
  if (["RIFF", "RF64", "BW64"].includes(text(head)) && text(head, 8) === "WAVE") return RIFF;
  return W64_RIFF.every((byte, i) => head[i] === byte) ? W64 : undefined;
}

/** @param head The first 16 bytes of a file, or all of a shorter one. */
export function hasChunks(head: Uint8Array): boolean {
  return formOf(head) !== undefined;
}

/** Chunks of audio programs and SDR recorders. One of them behind samples proves that the samples end before it. */
const KNOWN = new Set(
  (
    "fmt |data|fact|LIST|JUNK|junk|PAD |FLLR|ds64|bext|auxi|rcvr|kiwi|id3 |ID3 |cue |plst|smpl|inst|PEAK|axml|chna|" +
    "iXML|cart|DISP|_PMX|levl"
  ).split("|"),
);

/** The size that stands for one of 64 bits elsewhere, or for an unknown one. */
const NO_SIZE = 2 ** 32 - 1;
const WRAP = 2 ** 32;

interface Header {
  name: string;
  start: number;
  size: number;
}

/**
 * Finds the chunks of a file for which {@link hasChunks} is true. Each size that the file states is checked against the
 * file: samples whose size is 0, too large, wrapped at 2^32, or followed by something that is no chunk end elsewhere, with a
 * warning. Reads little more than the headers.
 */
export async function readChunks(source: ByteSource, warnings: string[]): Promise<Chunks> {
  const read = forwardReader(source);
  const form = formOf(await read(0, Math.min(16, source.size))) ?? RIFF;
  const named = new Map<string, ByteRange>();
  const data: ByteRange[] = [];
  const long = new Map<string, number>();
  const aligned = (byte: number) => form.align * Math.ceil(byte / form.align);

  async function headerAt(at: number): Promise<Header | undefined> {
    const start = at + form.header;
    if (start > source.size) return undefined;
    const header = form.read(await read(at, form.header));
    if (!header) return undefined;
    const { name } = header;
    const stated = header.size === NO_SIZE ? (long.get(name) ?? NO_SIZE) : header.size;
    // A recorder that did not end leaves the size of the samples at 0.
    const size = name === "data" ? Math.max(0, stated) : stated;
    return KNOWN.has(name) || start + size <= source.size ? { name, start, size } : undefined;
  }

  function toTheEnd(size: number, start: number): number {
    warnings.push(
      `The file says that it has ${size} bytes of samples; all ${source.size - start} up to its end were taken.`,
    );
    return source.size;
  }

  /** The end of samples by their stated size. */
  async function endOfSamples({ start, size }: Header): Promise<number> {
    const behind = source.size - start - size;
    if (behind < 0 || size === NO_SIZE) return toTheEnd(size, start);
    if (behind >= WRAP && behind % WRAP <= size % 2) return unwrapped(start, size, source.size - (behind % WRAP));
    return size === 0 && behind > 0 && !(await headerAt(start)) ? toTheEnd(size, start) : start + size;
  }

  function unwrapped(start: number, size: number, end: number): number {
    warnings.push(
      `The header has 32 bits for the length of the samples, and the length wrapped: it says ${size} bytes, and all ` +
        `${end - start} were taken.`,
    );
    return end;
  }

  /** Returns where to look for the next chunk, when none follows the last samples at their stated end. */
  async function endByContent(last: ByteRange): Promise<number> {
    const { start, end } = last;
    for (let later = end + WRAP; later <= source.size; later += WRAP) {
      if (KNOWN.has((await headerAt(aligned(later)))?.name ?? ""))
        return (last.end = unwrapped(start, end - start, later));
    }
    const rest = await spreadBytes(source, end);
    const trailer = /^(?:TAG|APETAGEX|LYRICS)/.test(String.fromCharCode(...rest.subarray(0, 8)));
    if (trailer || rest.every((byte) => byte === 0)) {
      warnings.push(
        `Behind the samples are ${source.size - end} bytes ${trailer ? "of a tag" : "of zeros"}; they were left out.`,
      );
    } else last.end = toTheEnd(end - start, start);
    return source.size;
  }

  // The last samples, while only their stated size says where they end.
  let doubtful: ByteRange | undefined;
  for (let end = form.start; end < source.size;) {
    const header = (await headerAt(aligned(end))) ?? (await headerAt(end));
    if (!header) {
      const few = source.size - end < form.header;
      if (doubtful && !few) {
        end = await endByContent(doubtful);
        doubtful = undefined;
        continue;
      }
      if (source.size > aligned(end)) {
        warnings.push(`The last ${source.size - end} bytes of the file belong to no chunk; they were left out.`);
      }
      break;
    }
    const { name, start, size } = header;
    if (name === "data") {
      doubtful = { start, end: await endOfSamples(header) };
      data.push(doubtful);
      end = doubtful.end;
      continue;
    }
    end = Math.min(start + Math.max(0, size), source.size);
    if (size < 0) {
      warnings.push(
        `The chunk ${name.trim()} has a size of ${form.header + size} bytes, fewer than its header; it was taken as empty.`,
      );
    } else if (end < start + size) {
      warnings.push(`The chunk ${name.trim()} is cut off: it has ${end - start} bytes, and the file says ${size}.`);
    }
    if (KNOWN.has(name)) doubtful = undefined;
    if (!named.has(name)) named.set(name, { start, end });
    if (name === "ds64") await readLongSizes({ start, end }, long);
  }
  return { named, data };

  /** Sizes of 64 bits: of the file, of the samples, the number of samples, and a table of other chunks. */
  async function readLongSizes({ start, end }: ByteRange, sizes: Map<string, number>): Promise<void> {
    if (end - start < 16) return;
    const view = viewOf(await read(start, Math.min(end - start, MOST_LONG_SIZES)));
    sizes.set("data", Number(view.getBigUint64(8, true)));
    for (let at = 28; at + 12 <= view.byteLength; at += 12) {
      const name = text(new Uint8Array(view.buffer, view.byteOffset), at);
      sizes.set(name, Number(view.getBigUint64(at + 4, true)));
    }
  }
}

const MOST_LONG_SIZES = 2 ** 16;
