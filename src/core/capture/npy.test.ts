import { describe, expect, it } from "vitest";
import { fromBytes } from "./byte-source.ts";
import { openRecording } from "./registry.ts";

/** A .npy file as numpy.lib.format describes it. */
function npy(header: string, data: ArrayBufferView, version = 1) {
  const text = `${header.padEnd(117)}\n`;
  const length = version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  const head = Uint8Array.of(0x93, 78, 85, 77, 80, 89, version, 0, ...length);
  const body = new Uint8Array(data.buffer as ArrayBuffer);
  return fromBytes("a.npy", new Uint8Array(Buffer.concat([head, Buffer.from(text), body])));
}

const dict = (type: string, shape: string, fortran = "False") =>
  `{'descr': '${type}', 'fortran_order': ${fortran}, 'shape': (${shape}), }`;

describe("capture/npy", () => {
  it.each([
    [dict("<c8", "2,"), Float32Array.of(1, -2, 3, 4), [1, -2, 3, 4]],
    [dict("<c16", "1,"), Float64Array.of(1, -2), [1, -2]],
    [dict("<f4", "2, 2"), Float32Array.of(1, -2, 3, 4), [1, -2, 3, 4]],
    [dict("<i2", "1, 2"), Int16Array.of(16384, -32768), [0.5, -1]],
    [dict(">i2", "1, 2"), Uint8Array.of(0x40, 0, 0x80, 0), [0.5, -1]],
    [dict("|u1", "2,", "True"), Uint8Array.of(192, 0), [0.5, 0, -1, 0]],
  ])("reads %s", async (header, data, expected) => {
    for (const version of [1, 2]) {
      const [recording] = await openRecording([npy(header, data, version)]);
      expect(recording).toMatchObject({ format: "NumPy", samples: expected.length / 2, warnings: [], guesses: [] });
      expect([...(await recording.read(0, 9))]).toEqual(expected);
    }
  });

  it("reads what is there of a file that was cut short", async () => {
    const [recording] = await openRecording([npy(dict("<c8", "100,"), new Float32Array(20))]);
    expect(recording.samples).toBe(10);
    expect(recording.warnings).toEqual([
      "The array should end at byte 928; the file ends at 208, and so does the recording.",
    ]);
  });

  it.each([
    [dict("<c8", "2, 8"), /a NumPy array of c8 \(2, 8\), expected complex64 or complex128 \(N,\)/],
    [dict("<f4", "8, 2", "True"), /f4 \(8, 2\) in Fortran order, expected/],
    [dict("<U5", "3,"), /NumPy array of U5/],
    ["{'descr': [('i', '<i2')], 'fortran_order': False, 'shape': (3,), }", /NumPy array of structured \(3\)/],
    [dict("<c8", "0,"), /holds no samples/],
  ])("refuses %s", async (header, message) => {
    await expect(openRecording([npy(header, new Float32Array(64))])).rejects.toThrow(message);
  });
});
