import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { npyBytesHeader, openNpyBytes, openNpyRows, readNpyHeader } from "./npy-array.ts";

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
    const array = await openNpyRows(npy(descr, shape, new type([1, -2.5, 3, 4, 5, 6])));
    expect(array).toMatchObject({ rows, columns });
    expect(await array.read(0, rows)).toEqual(new Float32Array([1, -2.5, 3, 4, 5, 6]));
    expect(await array.read(rows - 1, 1)).toEqual(new Float32Array([1, -2.5, 3, 4, 5, 6]).slice(-columns));
  });

  it.each([
    ["<c8", "(2, 3)", "False", "an array of c8 (2, 3), expected float32 (rows, columns)"],
    [">f4", "(6,)", "False", "an array of f4 (6), most significant byte first, expected"],
    ["<f4", "(1, 2, 3)", "False", "an array of f4 (1, 2, 3)"],
    ["<f4", "()", "False", "an array of f4 ()"],
    ["<f4", "(2, 1e400)", "False", "an array of f4 (2, Infinity)"],
    ["<f4", "(2, 3)", "True", "(2, 3), column after column (Fortran order), expected float32"],
  ])("refuses %s %s, Fortran order %s", async (descr, shape, fortran, message) => {
    await expect(openNpyRows(npy(descr, shape, new Float32Array(6), fortran))).rejects.toThrow(message);
  });

  it.each([
    ["|u1", "(2, 3)", 2, 3],
    ["|b1", "(3, 2)", 3, 2],
    ["|u1", "(6,)", 1, 6],
  ])("reads bytes of %s %s", async (descr, shape, rows, columns) => {
    const values = new Uint8Array([1, 0, 0, 1, 2, 255]);
    const array = await openNpyBytes(npy(descr, shape, values));
    expect(array).toMatchObject({ rows, columns });
    expect(await array.read(rows - 1, 1)).toEqual(values.slice(-columns));
  });

  it("refuses other numbers than bytes", async () => {
    await expect(openNpyBytes(npy("<i8", "(2, 3)", new BigInt64Array(6)))).rejects.toThrow(
      "x.npy: an array of i8 (2, 3), expected uint8 (rows, columns). Save np.ascontiguousarray(x.astype(np.uint8)).",
    );
  });

  it("refuses other files, and those that end too soon", async () => {
    await expect(openNpyRows(fromBytes("x.txt", new Uint8Array(99)))).rejects.toThrow("x.txt: not a NumPy file");
    await expect(openNpyRows(npy("<f4", "(7,)", new Float32Array(6)))).rejects.toThrow("x.npy: ends at byte");
  });

  it("reads the last row of an array of 2^40 bytes", async () => {
    const rows = 2 ** 30;
    const small = npy("<f4", `(${rows}, 256)`, new Float32Array(256).fill(7));
    const { offset } = await readNpyHeader(small);
    const far = 4 * 256 * (rows - 1);
    const slice = (start: number, end: number) =>
      start < offset ? small.slice(start, end) : small.slice(start - far, end - far);
    const array = await openNpyRows({ name: "large.npy", size: small.size + far, slice });
    expect(await array.read(rows - 1, 1)).toEqual(new Float32Array(256).fill(7));
    await expect(openNpyRows({ ...small, size: small.size + far - 1, slice })).rejects.toThrow(
      "for its 1073741824 rows of 256. Get a complete copy.",
    );
  });

  it("writes a header for bytes that it reads back", async () => {
    const values = Uint8Array.from({ length: 35 }, (_, i) => i % 2);
    const file = Uint8Array.from([...npyBytesHeader(5, 7), ...values]);
    const header = await readNpyHeader(fromBytes("bits.npy", file));
    expect(header).toMatchObject({ order: "|", type: "u1", shape: [5, 7], fortran: false });
    expect(header.offset % 64).toBe(0);
    expect(file.subarray(header.offset)).toEqual(values);
  });
});
