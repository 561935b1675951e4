import { type ByteSource, readExactly } from "../byte-source.ts";
import { CaptureError, quoted } from "../capture-error.ts";
import { pythonLiteral } from "./python-literal.ts";

const MAGIC = "\u0093NUMPY";

/** A number in an array, or in a record of one. */
export interface NpyNumber {
  /** ">" where the most significant byte comes first. */
  order: "<" | ">" | "|" | "=";
  /** Kind and bytes, e.g. "f4". */
  type: string;
}

/** A field of records. */
export interface NpyField extends Partial<NpyNumber> {
  name: string;
  /** Bytes from the start of a record. */
  offset: number;
  /** Sizes of the array in the field; empty for a single number. */
  shape: readonly number[];
}

/** The layout of a NumPy file. */
export interface NpyHeader {
  order: NpyNumber["order"];
  /** Kind and bytes of a number, e.g. "f4"; undefined for arrays of records. */
  type: string | undefined;
  /** Of arrays of records, without padding. */
  fields?: readonly NpyField[];
  /** Bytes of an item. */
  bytes: number;
  shape: number[];
  fortran: boolean;
  /** Offset of the first item in bytes. */
  offset: number;
}

export function hasNpyMagic(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 6)) === MAGIC;
}

/** Longer headers describe no samples. */
const MOST_HEADER = 2 ** 20;

/**
 * Reads the header of a NumPy file (numpy.lib.format, versions 1 to 3).
 *
 * @throws CaptureError when the file ends before its header does, and for a header that NumPy does not write.
 */
export async function readNpyHeader(source: ByteSource): Promise<NpyHeader> {
  const view = new DataView(await readExactly(source, 0, 12));
  const version = view.getUint8(6);
  const short = version === 1; // version 1 has 16 bits for the header's length
  const from = short ? 10 : 12;
  const offset = from + (short ? view.getUint16(8, true) : view.getUint32(8, true));
  if (version < 1 || version > 3 || offset > MOST_HEADER) {
    throw new CaptureError(
      `${source.name}: a NumPy file of version ${version} with a header of ${offset} bytes, expected version 1 to 3 and at most ` +
        `${MOST_HEADER} bytes. Save it again with np.save.`,
    );
  }
  const text = new TextDecoder(version === 3 ? "utf-8" : "latin1").decode(await readExactly(source, from, offset));
  const { descr, fortran_order: fortran, shape } = (pythonLiteral(text) ?? {}) as Record<string, unknown>;
  const item = itemOf(descr);
  if (!item || typeof fortran !== "boolean" || !isShape(shape)) {
    throw new CaptureError(
      `${source.name}: a NumPy file whose header is not readable: ${quoted(text.slice(0, 60))}. Get a complete copy, or save it again.`,
    );
  }
  return { ...item, shape, fortran, offset };
}

type NpyItem = Pick<NpyHeader, "order" | "type" | "fields" | "bytes">;

/** The layout of an item: a number, or a record of fields. */
function itemOf(descr: unknown): NpyItem | undefined {
  if (typeof descr === "string") {
    const [, order, kind, size] = /^([<>|=]?)([a-zA-Z])(\d*)/.exec(descr) ?? [];
    if (kind === undefined) return undefined;
    const bytes = kind === "O" ? 8 : Number(size) * (kind === "U" ? 4 : 1);
    return { order: (order || "=") as NpyNumber["order"], type: `${kind}${size}`, bytes };
  }
  if (!Array.isArray(descr)) return undefined;
  const fields: NpyField[] = [];
  let bytes = 0;
  for (const field of descr) {
    if (!Array.isArray(field)) return undefined;
    const [title, type, sizes = []]: unknown[] = field;
    const inner = itemOf(type);
    // A field may have a title beside its name.
    const name: unknown = Array.isArray(title) ? title[1] : title;
    const shape = typeof sizes === "number" ? [sizes] : sizes;
    if (!inner || typeof name !== "string" || !isShape(shape)) return undefined;
    // Fields without a name are padding.
    if (name !== "")
      fields.push({ name, offset: bytes, shape, order: inner.order, type: inner.fields ? undefined : inner.type });
    bytes += inner.bytes * shape.reduce((product, size) => product * size, 1);
  }
  return { order: "|", type: undefined, fields, bytes };
}

function isShape(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => typeof size === "number");
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
 *
 * @example
 * ```ts
 * import { fromBlob, npyHeader, openNpyRows } from "threeray/capture";
 *
 * const blob = new Blob([npyHeader("<f4", [2, 3]), Float32Array.of(1, 2, 3, 4, 5, 6)]);
 * const rows = await openNpyRows(fromBlob("llrs.npy", blob));
 * console.log(rows.rows, rows.columns, [...(await rows.read(1, 1))]); // 2 3 [ 4, 5, 6 ]
 * ```
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
    const kinds = expected.type === "float32" ? "fiub" : "iub";
    const advice =
      sized && type && kinds.includes(type[0])
        ? `Save np.ascontiguousarray(x.astype(np.${expected.type})).`
        : `Save one such array with np.save("${expected.file}", …).`;
    throw new CaptureError(
      `${source.name}: an array of ${type ?? "records"} (${shape.join(", ")})${manner}, expected ${expected.type} (rows, columns). ` +
        advice,
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
 *
 * @example
 * ```ts
 * import { npyHeader } from "threeray/capture";
 *
 * const header = npyHeader("<f4", [2, 3]);
 * const text = new TextDecoder("latin1").decode(header);
 * console.log(header.length, text.includes("'shape': (2, 3)")); // 128 true
 * ```
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
