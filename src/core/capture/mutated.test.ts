import { gzipSync } from "node:zlib";
import {
  array,
  type Arbitrary,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  tuple,
  uint8Array,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteSource, fromBytes } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { openRecording } from "./registry.ts";
import {
  bytesOf,
  crcOf,
  formatBytes,
  sigmfBytes,
  tarBytes,
  uint32,
  uint64,
  wavBytes,
  type WavForm,
  zipBytes,
} from "./testing.ts";

/** Samples of each channel of each recording; undefined for bytes that break the format's definition. */
type Samples = number[][] | undefined;

type Change = (bytes: Uint8Array) => Uint8Array;

/** Changes of bytes, as a bad disk, a broken copy or a wrong program makes them. Places are shares of the file. */
const change: Arbitrary<Change> = oneof(
  tuple(nat(9999), integer({ min: 1, max: 255 })).map(([place, mask]): Change => (bytes) => {
    const at = Math.floor((place / 1e4) * bytes.length);
    return bytes.map((byte, i) => (i === at ? byte ^ mask : byte));
  }),
  nat(9999).map(
    (place): Change =>
      (bytes) =>
        bytes.slice(0, Math.floor((place / 1e4) * bytes.length)),
  ),
  tuple(nat(9999), uint8Array({ minLength: 1, maxLength: 9 })).map(([place, more]): Change => (bytes) => {
    const at = Math.floor((place / 1e4) * bytes.length);
    return bytesOf(bytes.subarray(0, at), more, bytes.subarray(at));
  }),
  tuple(nat(9999), integer({ min: 1, max: 20 })).map(([place, length]): Change => (bytes) => {
    const at = Math.floor((place / 1e4) * bytes.length);
    return bytesOf(bytes.subarray(0, at), bytes.subarray(at + length));
  }),
  tuple(nat(9999), integer({ min: 1, max: 20 }), constantFrom(0, 255)).map(
    ([place, length, value]): Change =>
      (bytes) => {
        const at = Math.floor((place / 1e4) * bytes.length);
        return bytes.map((byte, i) => (i >= at && i < at + length ? value : byte));
      },
  ),
);

const int16 = (bytes: Buffer, big = false) => {
  const numbers: number[] = [];
  for (let i = 0; i + 1 < bytes.length; i += 2)
    numbers.push((big ? bytes.readInt16BE(i) : bytes.readInt16LE(i)) / 32768);
  return numbers;
};
const float32 = (bytes: Buffer) => Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readFloatLE(4 * i));

/** The strict reading of a WAV file of up to 16 bits (up to 8 without a sign) or floats: all sizes lead from chunk to chunk and to the end. */
function strictWav(file: Uint8Array): Samples {
  const bytes = Buffer.from(file);
  const isW64 = bytes.toString("latin1", 0, 4) === "riff";
  const [header, align] = isW64 ? [24, 8] : [8, 2];
  const data: Buffer[] = [];
  let format: Buffer | undefined;
  let long: number | undefined;
  let at = isW64 ? 40 : 12;
  while (at < bytes.length) {
    if (at + header > bytes.length) return undefined;
    const name = bytes.toString("latin1", at, at + 4);
    let size = isW64 ? Number(bytes.readBigUInt64LE(at + 16)) - 24 : bytes.readUInt32LE(at + 4);
    if (name === "data" && size === 0xffffffff && long !== undefined) size = long;
    const start = at + header;
    if (size < 0 || start + size > bytes.length) return undefined;
    if (name === "data") data.push(bytes.subarray(start, start + size));
    if (name === "fmt ") format ??= bytes.subarray(start, start + size);
    if (name === "ds64" && size >= 16) long = Number(bytes.readBigUInt64LE(start + 8));
    // Some programs write no padding: the next name is then at once.
    at = align * Math.ceil((start + size) / align);
    const next = bytes.toString("latin1", start + size, start + size + 4);
    if (/^(?:data|LIST|kiwi|id3 |fmt )$/.test(next)) at = start + size;
  }
  if (!format || format.length < 16) return undefined;
  const [tag, channels, bits] = [0, 2, 14].map((offset) => format.readUInt16LE(offset));
  const joined = Buffer.concat(data);
  const isInteger = tag === 1 && bits > 0;
  const numbers =
    tag === 3 && bits === 32
      ? float32(joined)
      : isInteger && bits <= 8
        ? Array.from(joined, (byte) => (byte - 128) / 128)
        : isInteger && bits <= 16
          ? int16(joined)
          : undefined;
  if (!numbers || channels < 1 || channels > 2) return undefined;
  return [channels === 2 ? numbers : numbers.flatMap((x) => [x, 0])];
}

/** The strict reading of a pair of ci16 or cf32 without headers between captures. */
function strictSigmf(meta: Uint8Array, data: Uint8Array): Samples {
  const { global } = JSON.parse(new TextDecoder().decode(meta));
  const { "core:datatype": type, "core:num_channels": channels = 1, "core:trailing_bytes": trailing = 0 } = global;
  const bytes = Buffer.from(data).subarray(0, data.length - trailing);
  const decoders: Readonly<Record<string, (from: Buffer) => number[]>> = {
    ci16_le: int16,
    ci16_be: (from) => int16(from, true),
    cf32_le: float32,
  };
  const numbers = decoders[type]?.(bytes);
  if (!numbers) return undefined;
  return Array.from({ length: channels }, (_, channel) =>
    numbers.filter((__, i) => Math.floor(i / 2) % channels === channel),
  );
}

/** The strict reading of an array of int16 with two axes. */
function strictNpy(file: Uint8Array): Samples {
  const bytes = Buffer.from(file);
  const length = bytes.readUInt16LE(8);
  const header = bytes.toString("latin1", 10, 10 + length);
  const text = header.replaceAll(/\s|[bu](?=')/g, "");
  const found = /^\{'descr':'([<>=|]?)i2','fortran_order':(True|False),'shape':\((\d+),(\d+),?\),?\}$/.exec(text);
  if (!found || bytes[6] !== 1) return undefined;
  const [order, fortran, rows, columns] = [found[1], found[2] === "True", Number(found[3]), Number(found[4])];
  const items = int16(bytes.subarray(10 + length), order === ">");
  if (items.length < rows * columns) return undefined;
  const item = (row: number, column: number) => items[fortran ? column * rows + row : row * columns + column];
  if (columns === 2) return [Array.from({ length: rows }, (_, n) => [item(n, 0), item(n, 1)]).flat()];
  if (rows === 2) return [Array.from({ length: columns }, (_, n) => [item(0, n), item(1, n)]).flat()];
  if (rows !== 1 && columns !== 1) return undefined;
  return [items.slice(0, rows * columns).flatMap((x) => [x, 0])];
}

const numbers = Int16Array.from({ length: 40 }, (_, i) => (i * 7919) % 30000);
const body = new Uint8Array(numbers.buffer);
const npy = (shape: string, fortran: string) => {
  const header = `{'descr': '<i2', 'fortran_order': ${fortran}, 'shape': (${shape}), }`.padEnd(117);
  return bytesOf(Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1"), Buffer.from(`${header}\n`), body);
};
const chunk = (name: string, content: Uint8Array) => ({ name, body: content });
const wav = (form: WavForm, float = false) => {
  const ds64 = bytesOf(uint64(0), uint64(40), uint64(0), uint32(0));
  return wavBytes(form, [
    ...(form === "RF64" ? [chunk("ds64", ds64)] : []),
    chunk("fmt ", formatBytes(float ? { tag: 3, bits: 32 } : {})),
    chunk("LIST", new Uint8Array(7)),
    { ...chunk("data", body.subarray(0, 40)), ...(form === "RF64" && { size: 0xffffffff }) },
    chunk("kiwi", new Uint8Array(10)),
    chunk("data", body.subarray(40)),
    chunk("id3 ", new Uint8Array(4)),
  ]);
};
const ci16 = sigmfBytes({ global: { "core:datatype": "ci16_le", "core:num_channels": 2, "core:trailing_bytes": 4 } });
const sdriqHead = bytesOf(uint32(48_000), uint64(435e6), uint64(1.6e12), uint32(16), uint32(0));
const sdriq = bytesOf(sdriqHead, uint32(crcOf(sdriqHead)), body);
const members = [
  { path: "a.sigmf-meta", bytes: ci16, deflated: true },
  { path: "a.sigmf-data", bytes: body, deflated: true },
];
const original = () => strictSigmf(ci16, body);

/** A reader: its files, of which one is changed, and the strict reading of the files. */
const READERS: Readonly<
  Record<string, { files: [name: string, bytes: Uint8Array][]; strict(...files: Uint8Array[]): Samples }>
> = {
  "WAV of integers": { files: [["a.wav", wav("RIFF")]], strict: strictWav },
  "WAV of floats": { files: [["a.wav", wav("RIFF", true)]], strict: strictWav },
  RF64: { files: [["a.wav", wav("RF64")]], strict: strictWav },
  W64: { files: [["a.w64", wav("W64")]], strict: strictWav },
  "SigMF pair, metadata": {
    files: [
      ["a.sigmf-meta", ci16],
      ["a.sigmf-data", body],
    ],
    strict: strictSigmf,
  },
  "SigMF pair, data": {
    files: [
      ["a.sigmf-data", body],
      ["a.sigmf-meta", ci16],
    ],
    strict: (data, meta) => strictSigmf(meta, data),
  },
  "NumPy, columns": { files: [["a.npy", npy("20, 2", "False")]], strict: strictNpy },
  "NumPy, rows": { files: [["a.npy", npy("2, 20", "False")]], strict: strictNpy },
  "NumPy, columns in Fortran order": { files: [["a.npy", npy("20, 2", "True")]], strict: strictNpy },
  SDRangel: {
    files: [["a.sdriq", sdriq]],
    strict: (file) =>
      crcOf(file.subarray(0, 28)) === Buffer.from(file).readUInt32LE(28)
        ? [int16(Buffer.from(file.subarray(32)))]
        : undefined,
  },
  "samples without a header": { files: [["a.cs16", body]], strict: (file) => [int16(Buffer.from(file))] },
  "ZIP archive": { files: [["a.zip", zipBytes(members)]], strict: original },
  "gzip of tar": {
    files: [["a.sigmf.gz", gzipSync(tarBytes({ "a.sigmf-meta": ci16, "a.sigmf-data": body }))]],
    strict: original,
  },
};

describe("each reader on changed files gives the samples of a strict reading, or a message", () => {
  it.each(Object.entries(READERS))("%s", async (_, { files: [[name, first], ...others], strict }) => {
    const changes = oneof(
      { weight: 5, arbitrary: array(change, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: constant([]) },
    );
    await assert(
      asyncProperty(changes, async (list) => {
        const bytes = new Uint8Array(list.reduce((before, next) => next(before), first));
        let reads = 0;
        const counted = (source: ByteSource): ByteSource => ({
          ...source,
          slice: (start, end) => (reads++, source.slice(start, end)),
        });
        const files = [
          fromBytes(name, bytes),
          ...others.map(([other, content]) => fromBytes(other, new Uint8Array(content))),
        ];
        try {
          const recordings = await openRecording(files.map(counted));
          const samples: number[][] = [];
          for (const { channels, samples: length, read } of recordings) {
            for (let channel = 0; channel < channels; channel++) samples.push([...(await read(0, length, channel))]);
          }
          const messages = recordings.flatMap(({ warnings, guesses }) => [...warnings, ...guesses]);
          for (const message of messages) expect(message).toMatch(/\.$/);
          if (messages.length > 0) return;
          const text = Buffer.from(bytes).toString("latin1");
          expect(samples, JSON.stringify(text)).toEqual(strict(bytes, ...others.map(([, content]) => content)));
        } catch (error) {
          if (!(error instanceof CaptureError)) throw error;
          expect(error.message).toMatch(/^a\.[\w-]+(?:\.gz)?: ./);
          expect(error.message.length).toBeLessThan(700);
        }
        expect(reads).toBeLessThan(300);
      }),
      { numRuns: 120 },
    );
  });
});
