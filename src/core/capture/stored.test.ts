import { describe, expect, it } from "vitest";
import { type ByteSource, fromBytes, joinRanges, section } from "./byte-source.ts";
import { type Datatype, datatypeOf } from "./datatype.ts";
import { finiteReads } from "./finite.ts";
import { sampleReader, type SampleLayout } from "./recording.ts";

const bytes = Uint8Array.from({ length: 400 }, (_, i) => (i * 37) & 255);
const file = fromBytes("made", bytes);
/** Reads into an array as a file of Node does. */
const filled: ByteSource = {
  ...file,
  async readInto(start, into) {
    const part = bytes.subarray(start, start + into.length);
    into.set(part);
    return part.length;
  },
};
const layout = (source: ByteSource, number: Datatype["number"], more: Partial<SampleLayout> = {}): SampleLayout => {
  const datatype = datatypeOf(true, number);
  return { source, datatype, channels: 1, byte: 8, samples: Math.floor(392 / datatype.bytes), ...more };
};

describe("capture, reads of samples as they are stored", () => {
  it.each([
    ["a file", file],
    ["a file that fills arrays", filled],
    ["a section", section(fromBytes("whole", Uint8Array.of(1, 2, 3, ...bytes, 4)), "part", 3, 400)],
    ["a section of a file that fills arrays", section(filled, "part", 0, 400)],
    [
      "joined ranges",
      joinRanges(filled, [
        { start: 0, end: 100 },
        { start: 100, end: 400 },
      ]),
    ],
  ])("give the bytes of %s, and say that it has become shorter", async (_, source) => {
    for (const number of ["u8", "i8", "i16", "f32"] as const) {
      const read = sampleReader(layout(source, number));
      const reads = number === "f32" ? read.floats : read.stored;
      const size = datatypeOf(true, number).bytes;
      const into = new Uint8Array(12 * size);
      await reads?.readInto(5, into.subarray(size));
      expect(into).toEqual(Uint8Array.of(...new Uint8Array(size), ...bytes.subarray(8 + 5 * size, 8 + 16 * size)));
      const beyond = reads?.readInto(Math.floor(392 / size) - 1, new Uint8Array(3 * size));
      await expect(beyond).rejects.toThrow(
        "made" === source.name ? /made: ends at byte 400/ : /part: ends at byte 400/,
      );
    }
  });

  it.each<[string, SampleLayout]>([
    ["real samples", { ...layout(file, "i16"), datatype: datatypeOf(false, "i16") }],
    ["the other byte order", { ...layout(file, "f32"), datatype: datatypeOf(true, "f32", true) }],
    ["two channels", layout(file, "f32", { channels: 2 })],
    ["Q before I", layout(file, "u8", { swapped: true })],
    ["another full scale", layout(file, "i16", { fullScale: 2048 })],
    ["wide numbers", layout(file, "f64")],
  ])("are left out for %s", (_, other) => {
    const { stored, floats } = sampleReader(other);
    expect([stored, floats]).toEqual([undefined, undefined]);
  });

  it("count each sample that is no number once, as bytes or as numbers", async () => {
    const numbers = new Float32Array(40).fill(1);
    for (const i of [0, 7, 20, 21, 39]) numbers[i] = [Number.NaN, Infinity][i & 1];
    const source = fromBytes("made", new Uint8Array(numbers.buffer));
    const opened = () => finiteReads({ read: sampleReader(layout(source, "f32", { byte: 0, samples: 20 })) });
    const reads = opened();
    const part = (start: number, end: number) => numbers.slice(2 * start, 2 * end);
    // Two searches read parts of different lengths, which overlap.
    for (const [start, end] of [
      [0, 5],
      [0, 12],
      [3, 10],
      [9, 20],
    ]) {
      reads.read.floats?.zero?.(start, part(start, end));
    }
    expect(reads.nonFinite()).toBe(4);
    expect(await reads.read(0, 20)).toEqual(numbers.map((_, i) => Number(![0, 1, 6, 7, 20, 21, 38, 39].includes(i))));
    expect(reads.nonFinite()).toBe(4);
    const other = opened();
    await other.read(0, 20);
    other.read.floats?.zero?.(0, part(0, 20));
    other.read.floats?.report?.(20, 4);
    expect(other.nonFinite()).toBe(4);
    const pages = opened();
    pages.read.floats?.report?.(10, 2);
    pages.read.floats?.report?.(20, 2);
    expect(pages.nonFinite()).toBe(4);
  });
});
