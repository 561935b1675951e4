import { describe, expect, it } from "vitest";
import { samplesOfBytes } from "./byte-samples.ts";

const buffer = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 256);

describe("live/byte-samples", () => {
  it.each([0, 1, 2, 3])("converts bytes that begin at place %i of a buffer", (offset) => {
    for (const length of [0, 1, 2, 5, 6, 7, 256, 257, 258]) {
      const bytes = buffer.subarray(offset, offset + length);
      const pairs = bytes.subarray(0, length - (length % 2));
      expect(samplesOfBytes(bytes, "cu8")).toEqual(Float32Array.from(pairs, (byte) => (byte - 127.4) / 128));
      const signed = new Int8Array(buffer.buffer, offset, pairs.length);
      expect(samplesOfBytes(bytes, "ci8")).toEqual(Float32Array.from(signed, (byte) => byte / 128));
    }
  });

  it("knows the sign of signed bytes", () => {
    const bytes = Uint8Array.of(0, 1, 0x7f, 0x80, 0xff, 0xc0);
    expect([...samplesOfBytes(bytes, "ci8")]).toEqual([0, 1 / 128, 127 / 128, -1, -1 / 128, -0.5]);
  });
});
