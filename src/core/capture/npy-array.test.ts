import { describe, expect, it } from "vitest";
import { fromBytes } from "./byte-source.ts";
import { npyBytes, readNpyHeader, readNpyRows } from "./npy-array.ts";

/** A NumPy file of version 1 as np.save writes it. */
function npy(descr: string, shape: string, data: ArrayBufferView<ArrayBuffer>, fortran = "False") {
  const header = `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': ${shape}, }\n`;
  const bytes = [...`\u0093NUMPY\u0001\u0000${String.fromCharCode(header.length, 0)}${header}`];
  const raw = new Uint8Array(data.buffer);
  return fromBytes("x.npy", Uint8Array.from([...bytes.map((letter) => letter.charCodeAt(0)), ...raw]));
}

describe("capture/npy-array", () => {
  it.each([
    ["<f4", "(2, 3)", Float32Array, 2, 3],
    ["<f8", "(3, 2)", Float64Array, 3, 2],
    ["<f4", "(6,)", Float32Array, 1, 6],
  ])("reads %s %s", async (descr, shape, type, rows, columns) => {
    const array = await readNpyRows(npy(descr, shape, new type([1, -2.5, 3, 4, 5, 6])));
    expect(array).toEqual({ rows, columns, values: new Float32Array([1, -2.5, 3, 4, 5, 6]) });
  });

  it.each([
    ["<c8", "(2, 3)", "False", "an array of c8 (2, 3), expected float32 (rows, columns)"],
    [">f4", "(6,)", "False", "an array of f4 (6), most significant byte first, expected"],
    ["<f4", "(1, 2, 3)", "False", "an array of f4 (1, 2, 3)"],
    ["<f4", "(2, 3)", "True", "(2, 3), column after column (Fortran order), expected float32"],
  ])("refuses %s %s, Fortran order %s", async (descr, shape, fortran, message) => {
    await expect(readNpyRows(npy(descr, shape, new Float32Array(6), fortran))).rejects.toThrow(message);
  });

  it("refuses other files, and those that end too soon", async () => {
    await expect(readNpyRows(fromBytes("x.txt", new Uint8Array(99)))).rejects.toThrow("x.txt: not a NumPy file");
    await expect(readNpyRows(npy("<f4", "(7,)", new Float32Array(6)))).rejects.toThrow("x.npy: ends at byte");
  });

  it("writes bytes that it reads back", async () => {
    const values = Uint8Array.from({ length: 35 }, (_, i) => i % 2);
    const file = npyBytes(5, 7, values);
    const header = await readNpyHeader(fromBytes("bits.npy", file));
    expect(header).toMatchObject({ order: "|", type: "u1", shape: [5, 7], fortran: false });
    expect(header.offset % 64).toBe(0);
    expect(file.subarray(header.offset)).toEqual(values);
  });
});
