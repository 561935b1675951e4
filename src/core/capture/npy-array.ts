import { type ByteSource, readExactly } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";

const MAGIC = "\u0093NUMPY";

/** How a NumPy file lays out its numbers. */
export interface NpyHeader {
  /** ">" where the most significant byte comes first. */
  order: "<" | ">" | "|" | "=";
  /** Kind and bytes of a number, e.g. "f4"; undefined for arrays of records. */
  type: string | undefined;
  shape: number[];
  fortran: boolean;
  /** Byte of the first number. */
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

/**
 * A float32 or float64 array of two dimensions, one row for an array of one.
 *
 * @throws CaptureError for other files, with the line of NumPy that saves the right one.
 */
export async function readNpyRows(
  source: ByteSource,
): Promise<{ rows: number; columns: number; values: Float32Array<ArrayBuffer> }> {
  if (!hasNpyMagic(new Uint8Array(await source.slice(0, 6)))) {
    throw new CaptureError(
      `${source.name}: not a NumPy file. Save one with np.save("llrs.npy", x.astype(np.float32)).`,
    );
  }
  const { order, type, shape, fortran, offset } = await readNpyHeader(source);
  const [rows, columns] = shape.length === 1 ? [1, shape[0]] : shape;
  const read = { f4: Float32Array, f8: Float64Array }[type ?? ""];
  const bigEndian = order === ">";
  if (!read || bigEndian || fortran || shape.length > 2 || shape.length === 0) {
    const manner = `${bigEndian ? ", most significant byte first" : ""}${fortran ? ", column after column (Fortran order)" : ""}`;
    throw new CaptureError(
      `${source.name}: an array of ${type ?? "records"} (${shape.join(", ")})${manner}, expected float32 (rows, columns). ` +
        "Save np.ascontiguousarray(x.astype(np.float32)).",
    );
  }
  const end = offset + rows * columns * read.BYTES_PER_ELEMENT;
  return { rows, columns, values: Float32Array.from(new read(await readExactly(source, offset, end))) };
}

/** A NumPy file of bytes, shape (rows, columns): np.load gives uint8. */
export function npyBytes(rows: number, columns: number, values: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = `{'descr': '|u1', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  // The header's length is a multiple of 64 bytes, its last one a line feed.
  const padded = `${text.padEnd(64 * Math.ceil((text.length + 11) / 64) - 11)}\n`;
  const head = [...MAGIC].map((letter) => letter.charCodeAt(0));
  const file = new Uint8Array(10 + padded.length + values.length);
  file.set([...head, 1, 0, padded.length % 256, Math.floor(padded.length / 256)]);
  file.set(new TextEncoder().encode(padded), 10);
  file.set(values, 10 + padded.length);
  return file;
}
