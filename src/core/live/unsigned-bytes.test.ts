import { expect, it } from "vitest";
import { samplesOfBytes } from "./unsigned-bytes.ts";

it.each([0, 1, 2, 3])("gives (byte − 127.4)/128 for bytes that begin at place %i of a buffer", (offset) => {
  const buffer = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 256);
  for (const length of [0, 1, 2, 5, 6, 7, 256, 257, 258]) {
    const bytes = buffer.subarray(offset, offset + length);
    const expected = Float32Array.from(bytes.subarray(0, length - (length % 2)), (byte) => (byte - 127.4) / 128);
    expect(samplesOfBytes(bytes)).toEqual(expected);
  }
});
