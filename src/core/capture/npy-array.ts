import { type ByteSource, readExactly } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";

const MAGIC = "\u0093NUMPY";

/** The layout of numbers in a NumPy file. */
export interface NpyHeader {
  /** ">" where the most significant byte comes first. */
  order: "<" | ">" | "|" | "=";
  /** Kind and bytes of a number, e.g. "f4"; undefined for arrays of records. */
  type: string | undefined;
  shape: number[];
  fortran: boolean;
  /** Offset of the first number in bytes. */
  offset: number;
}

export function hasNpyMagic(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 6)) === MAGIC;
}

/** @throws CaptureError when the file ends before its header does. */
export async function readNpyHeader(source: ByteSource): Promise<NpyHeader> {
  const start = await readExactly(source, 0, 12);
  const view = new DataView(start);
  const short = view.getUint8(6) === 1; // version 1 has 16 bits for the header's length
  const from = short ? 10 : 12;
  const offset = from + (short ? view.getUint16(8, true) : view.getUint32(8, true));
  const header = new TextDecoder().decode(await readExactly(source, from, Math.min(offset, from + 2 ** 16)));
  const [, order = "<", type] = /'descr':\s*'([<>|=])(\w+)'/.exec(header) ?? [];
  const sizes = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1].split(",") ?? [];
  return {
    order: order as NpyHeader["order"],
    type,
    shape: sizes
      .map((size) => size.trim())
      .filter(Boolean)
      .map(Number),
    fortran: /'fortran_order':\s*True/.test(header),
    offset,
  };
}

/** A two-dimensional array in a file. */
export interface NpyRows<Values = Float32Array<ArrayBuffer>> {
  rows: number;
  columns: number;
  /** Returns rows [first, first + count) in order. */
  read(first: number, count: number): Promise<Values>;
}

/**
 * Opens a float32 or float64 array with two dimensions; an array with one dimension gives one row. Rows are read on demand,
 * so a file may be larger than memory.
 *
 * @throws CaptureError for other files, with a line of NumPy code that saves the correct one.
 */
export async function openNpyRows(source: ByteSource): Promise<NpyRows> {
  const types = { f4: Float32Array, f8: Float64Array };
  const { read, ...sizes } = await openArray<Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(source, types, {
    type: "float32",
    file: "llrs.npy",
  });
  return { ...sizes, read: async (first, count) => Float32Array.from(await read(first, count)) };
}

/**
 * Opens a uint8 or bool array with two dimensions, like {@link openNpyRows}.
 *
 * @throws CaptureError for other files, with a line of NumPy code that saves the correct one.
 */
export function openNpyBytes(source: ByteSource): Promise<NpyRows<Uint8Array<ArrayBuffer>>> {
  return openArray(source, { u1: Uint8Array, b1: Uint8Array }, { type: "uint8", file: "bits.npy" });
}

async function openArray<Values>(
  source: ByteSource,
  types: Readonly<Record<string, { new (bytes: ArrayBuffer): Values; BYTES_PER_ELEMENT: number }>>,
  expected: { type: string; file: string },
): Promise<NpyRows<Values>> {
  if (!hasNpyMagic(new Uint8Array(await source.slice(0, 6)))) {
    throw new CaptureError(
      `${source.name}: not a NumPy file. Save one with np.save("${expected.file}", x.astype(np.${expected.type})).`,
    );
  }
  const { order, type, shape, fortran, offset } = await readNpyHeader(source);
  const [rows, columns] = shape.length === 1 ? [1, shape[0]] : shape;
  const numbers = types[type ?? ""];
  const bigEndian = order === ">";
  const sized = (shape.length === 1 || shape.length === 2) && shape.every(Number.isSafeInteger);
  if (!numbers || bigEndian || fortran || !sized) {
    const manner = `${bigEndian ? ", most significant byte first" : ""}${fortran ? ", column after column (Fortran order)" : ""}`;
    throw new CaptureError(
      `${source.name}: an array of ${type ?? "records"} (${shape.join(", ")})${manner}, expected ${expected.type} (rows, columns). ` +
        `Save np.ascontiguousarray(x.astype(np.${expected.type})).`,
    );
  }
  const rowBytes = columns * numbers.BYTES_PER_ELEMENT;
  const end = offset + rows * rowBytes;
  if (end > source.size) {
    throw new CaptureError(
      `${source.name}: ends at byte ${source.size}, expected ${end} for its ${rows} rows of ${columns}. Get a complete copy.`,
    );
  }
  return {
    rows,
    columns,
    async read(first, count) {
      const start = offset + first * rowBytes;
      return new numbers(await readExactly(source, start, start + count * rowBytes));
    },
  };
}

/** The header of a NumPy file of uint8 with shape (rows, columns) in C order. */
export const npyBytesHeader = (rows: number, columns: number) => npyHeader("|u1", [rows, columns]);

/**
 * The header of a NumPy file in C order. It has 128 bytes for all shapes of one or two dimensions.
 *
 * @param type NumPy's name of the item type, e.g. "<c8".
 */
export function npyHeader(type: string, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  // The header's length is a multiple of 64 bytes, its last one a line feed.
  const padded = `${text.padEnd(64 * Math.ceil((text.length + 11) / 64) - 11)}\n`;
  const file = new Uint8Array(10 + padded.length);
  file.set([...MAGIC].map((letter) => letter.charCodeAt(0)));
  file.set([1, 0, padded.length % 256, Math.floor(padded.length / 256)], MAGIC.length);
  file.set(new TextEncoder().encode(padded), 10);
  return file;
}
