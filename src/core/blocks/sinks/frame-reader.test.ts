import { expect, it } from "vitest";
import { createFrameReader } from "./frame-reader.ts";

it("reads frames that continue in the next page, and refuses an impossible length", () => {
  const frames = [[1, 2, 3, 4, 5], [], [255]].map((bytes) => Uint8Array.from(bytes));
  const words = frames.flatMap((bytes) => {
    const packed = new Uint8Array(4 * Math.ceil(bytes.length / 4));
    packed.set(bytes);
    return [bytes.length, ...new Uint32Array(packed.buffer)];
  });
  for (let cut = 0; cut <= words.length; cut++) {
    const reader = createFrameReader();
    const tags = [
      { sample: 3, key: "time", value: 1.5 },
      { sample: 3, key: "rate", value: "6 Mbit/s" },
    ];
    const early = reader.read(
      Uint32Array.from(words.slice(0, cut)),
      tags.filter(({ sample }) => sample < cut),
    );
    const late = reader.read(
      Uint32Array.from(words.slice(cut)),
      tags.filter(({ sample }) => sample >= cut),
    );
    const all = [...early, ...late];
    expect(all.map(({ bytes }) => bytes)).toEqual(frames);
    expect(all[1]).toMatchObject({ time: 1.5, facts: { rate: "6 Mbit/s" } });
  }
  expect(() => createFrameReader().read(Uint32Array.of(2 ** 30), [])).toThrow(
    "a frame must have at most 16777216 bytes",
  );
});

it("says what a note on a frame of another standard tells", () => {
  // HT-SIG with MCS 7 and 1500 octets; its CRC holds.
  const note = Uint32Array.of(2 ** 24 + 16, 2, 2 ** 31 + 1500 * 256 + 7, 0b111, 300);
  const frames = createFrameReader().read(Uint32Array.of(...note, 1, 65), []);
  const text = "802.11n, MCS 7, 1500 octets, not received (20 MHz, 1 stream, mixed format)";
  expect(frames).toEqual([
    { time: Number.NaN, bytes: new Uint8Array(), facts: { note: text } },
    { time: Number.NaN, bytes: Uint8Array.of(65), facts: {} },
  ]);
});
