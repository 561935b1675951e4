import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { openRecording } from "../registry.ts";

/** A .npy file as numpy.lib.format describes it. */
function npy(header: string, data: ArrayBufferView, version = 1) {
  const text = `${header.padEnd(117)}\n`;
  const length = version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  const head = Uint8Array.of(0x93, 78, 85, 77, 80, 89, version, 0, ...length);
  const body = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
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

  it("tells bytes behind the array", async () => {
    const [recording] = await openRecording([npy(dict("<c8", "3,"), new Float32Array(10))]);
    expect(recording).toMatchObject({ samples: 3, warnings: ["Behind the array are 16 bytes; they were left out."] });
  });

  it.each<[string, string, string, string]>([
    ["<f4", "2, 8", "False", "rows"],
    ["<f4", "2, 8", "True", "rows"],
    ["<f4", "8, 2", "False", "columns"],
    ["<f4", "8, 2", "True", "columns"],
    ["<f4", "1, 2, 8", "False", "rows"],
    ["<f4", "8, 1, 2", "True", "columns"],
    ["<f4", "2, 2", "True", "columns"],
    [">f4", "2, 8", "False", "rows"],
    ["<i2", "2, 8", "False", "rows"],
    [">u2", "8, 2", "True", "columns"],
    ["|i1", "2, 8", "False", "rows"],
    ["<f8", "2L, 8L", "False", "rows"],
  ])("reads %s (%s), Fortran order %s: I and Q are %s", async (type, shape, fortran, place) => {
    const sizes = shape.split(",").map((size) => Number.parseInt(size, 10));
    const count = sizes.reduce((product, size) => product * size, 1);
    // Item n of I is 2n + 1, and of Q 2n + 2.
    const samples = count / 2;
    const items = new DataView(new ArrayBuffer(count * Number(type.slice(2))));
    const set = { f4: "setFloat32", f8: "setFloat64", i2: "setInt16", u2: "setUint16", i1: "setInt8" }[type.slice(1)];
    for (let n = 0; n < samples; n++) {
      for (const part of [0, 1]) {
        // The place of item (n, part) or (part, n) among all, by the definition of the two orders.
        const [slow, fast] = (place === "rows") !== (fortran === "True") ? [part * samples, n] : [2 * n, part];
        items[set as "setInt16"]((slow + fast) * Number(type.slice(2)), 2 * n + 1 + part, type[0] === "<");
      }
    }
    const [recording] = await openRecording([npy(dict(type, shape, fortran), items)]);
    expect(recording).toMatchObject({ samples, warnings: [], guesses: [] });
    const scale = { f: 1, i: 2 ** (8 * Number(type.slice(2)) - 1), u: 2 ** 15 }[type[1]] ?? 0;
    const middle = type[1] === "u" ? scale : 0;
    const expected = Array.from({ length: count }, (_, i) => (i + 1 - middle) / scale);
    expect([...(await recording.read(0, 99))]).toEqual(expected);
    expect([...(await recording.read(1, 2))]).toEqual(expected.slice(2, 6));
  });

  const records = (fields: string, bytes: ArrayBufferView, count = 2) =>
    npy(`{'descr': ${fields}, 'fortran_order': False, 'shape': (${count},), }`, bytes);
  const bytes = (...parts: ArrayBufferView[]) =>
    Buffer.concat(parts.map((part) => new Uint8Array(part.buffer as ArrayBuffer)));
  const f32 = (...values: number[]) => Float32Array.of(...values);
  const i16 = (...values: number[]) => Int16Array.from(values, (value) => 32768 * value);

  it.each<[string, string, ArrayBufferView, number[], (string | RegExp)[]?]>([
    ["re and im", "[('re', '<f4'), ('im', '<f4')]", f32(1, 2, 3, 4), [1, 2, 3, 4]],
    ["Q before I", "[('Q', '<i2'), ('I', '<i2')]", i16(0.5, 0.25, -0.5, -1), [0.25, 0.5, -1, -0.5]],
    ["r and i", "[('r', '<f4'), ('i', '<f4')]", f32(1, 2, 3, 4), [1, 2, 3, 4]],
    [
      "i and q among others",
      "[('t', '<f8'), ('i', '<f4'), ('', '|V2'), ('q', '<f4')]",
      bytes(
        Float64Array.of(9),
        f32(1),
        new Uint8Array(2),
        f32(2),
        Float64Array.of(9),
        f32(3),
        new Uint8Array(2),
        f32(4),
      ),
      [1, 2, 3, 4],
      ["These fields of the records were left out: t."],
    ],
    [
      "other names",
      "[('a', '<f4'), ('b', '<f4')]",
      f32(1, 2, 3, 4),
      [1, 2, 3, 4],
      ["The field “a” was read as I, and “b” as Q."],
    ],
    [
      "a complex field",
      "[('iq', '<c8'), ('n', '|u1')]",
      bytes(f32(1, 2), Uint8Array.of(7), f32(3, 4), Uint8Array.of(7)),
      [1, 2, 3, 4],
      [/left out: n/],
    ],
    ["a field of pairs", "[('iq', '<i2', (2,))]", i16(0.5, -0.5, 0.25, -1), [0.5, -0.5, 0.25, -1]],
    [
      "titles beside names",
      "[(('in phase', 'i'), '<f4'), (('quadrature', 'q'), '<f4')]",
      f32(1, 2, 3, 4),
      [1, 2, 3, 4],
    ],
    [
      "big-endian numbers",
      "[('re', '>i2'), ('im', '>i2')]",
      Buffer.from(i16(0.5, -0.5, 0.25, -1).buffer).swap16(),
      [0.5, -0.5, 0.25, -1],
    ],
  ])("reads records with %s", async (_, fields, data, expected, notes = []) => {
    const [recording] = await openRecording([records(fields, data)]);
    expect([...(await recording.read(0, 9))]).toEqual(expected);
    expect([...(await recording.read(1, 1))]).toEqual(expected.slice(2));
    expect(recording).toMatchObject({ samples: 2, warnings: [] });
    expect(recording.guesses).toEqual(
      notes.map((note) => (typeof note === "string" ? note : expect.stringMatching(note))),
    );
  });

  it.each([
    ["rows of I and Q", "2, 100", 15, 400 + 60, "False"],
    ["columns in Fortran order", "100, 2", 15, 400 + 60, "True"],
    ["rows without Q", "2, 100", 0, 399, "False"],
  ])("reads the whole samples of %s that are cut short", async (_, shape, samples, size, fortran) => {
    const data = Float32Array.from({ length: 200 }, (__, i) => i);
    const opening = openRecording([npy(dict("<f4", shape, fortran), new Uint8Array(data.buffer.slice(0, size)))]);
    if (samples === 0) return expect(opening).rejects.toThrow("a.npy: holds no samples");
    const [recording] = await opening;
    expect(recording.samples).toBe(samples);
    expect(recording.warnings[0]).toBe(
      `The array should end at byte 928; the file ends at ${128 + size}, and so does the recording.`,
    );
    expect([...(await recording.read(14, 9))]).toEqual([14, 114]);
  });

  it.each<[string, RegExp, number?]>([
    [
      dict("<c8", "2, 8"),
      /a NumPy array of c8 \(2, 8\), expected complex64 or complex128 \(N,\).* x\[0\]\), which holds 8 complex/,
    ],
    [dict("<c8", "8, 2"), /np.save\("signal.npy", x\[:, 0\]\), which holds 8 complex samples/],
    [dict("<f4", "1000, 2, 3"), /f4 \(1000, 2, 3\), expected .* x\[:, :, 0\]\), which holds 1000 complex samples/],
    [dict("<f4", "50, 1024, 2", "True"), /in Fortran order, expected .* x\[0\]\), which holds 1024 complex samples/],
    [dict("<f4", "4, 1000"), /x\[0\]\), which holds 1000 real samples/],
    [dict("<f2", "8, 2"), /array of f2 \(8, 2\), .* x.astype\(np.float32\)\), which holds 8 complex samples/],
    [dict("<i8", "2, 8"), /x.astype\(np.float64\)\), which holds 8 complex samples/],
    [dict("<f16", "3, 8, 2"), /x.astype\(np.float64\)\[0\]\), which holds 8 complex samples/],
    [dict("<c32", "8,"), /x.astype\(np.complex128\)\), which holds 8 complex samples/],
    [dict("|b1", "8,"), /x.astype\(np.float32\)\), which holds 8 real samples/],
    [dict("<U5", "3,"), /NumPy array of U5 .* Save one signal in such an array/],
    [dict("|O", "3,"), /NumPy array of O .* Save one signal in such an array/],
    [dict("<f4", ""), /NumPy array of f4 \(\)/],
    [dict("<f4", "-2, 2"), /NumPy array of f4 \(-2, 2\)/],
    [dict("<f4", "9007199254740993, 2"), /NumPy array of f4/],
    [
      "{'descr': [('i', '<i2')], 'fortran_order': False, 'shape': (3,), }",
      /array of structured \(3\), .*x\["i"\]\), which holds 3 real samples/,
    ],
    ["{'descr': [('i', '<i2'), ('q', '<i4')], 'fortran_order': False, 'shape': (3,), }", /array of structured \(3\)/],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (3,", /header is not readable: "\{'descr'/],
    ["[1, 2]", /header is not readable/],
    [dict("<f4", "3,"), /NumPy file of version 9 with a header of .* expected version 1 to 3/, 9],
    [dict("<c8", "0,"), /holds no samples/],
    [dict("<f4", "2, 0"), /holds no samples/],
  ])("refuses %s", async (header, message, version = 1) => {
    await expect(openRecording([npy(header, new Float32Array(64), version)])).rejects.toThrow(message);
  });
});
