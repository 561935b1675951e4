import type { ByteSource } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { type Datatype, datatypeOf } from "./datatype.ts";
import { hasNpyMagic, readNpyHeader } from "./npy-array.ts";
import { plainRecording } from "./plain.ts";
import type { Recording } from "./recording.ts";

const COMPLEX: Readonly<Record<string, Datatype["number"]>> = { c8: "f32", c16: "f64" };
const REAL: Readonly<Record<string, Datatype["number"]>> = {
  f4: "f32",
  f8: "f64",
  i1: "i8",
  i2: "i16",
  i4: "i32",
  u1: "u8",
  u2: "u16",
  u4: "u32",
};

export function isNpy(_: ByteSource, head: Uint8Array): boolean {
  return hasNpyMagic(head);
}

/**
 * Opens a NumPy array: complex (N,), or numbers (N, 2) whose columns are I and Q, or real (N,).
 *
 * @throws CaptureError for other arrays.
 */
export async function openNpy(source: ByteSource): Promise<Recording> {
  const warnings: string[] = [];
  const { order, type = "", shape, fortran, offset } = await readNpyHeader(source);
  const byColumns = fortran && shape.length > 1;
  const pairs = shape.length === 2 && shape[1] === 2 && !byColumns && type in REAL;
  if (!pairs && (shape.length !== 1 || !(type in COMPLEX || type in REAL))) {
    throw new CaptureError(
      `${source.name}: a NumPy array of ${type || "structured"} (${shape.join(", ")})${byColumns ? " in Fortran order" : ""}, ` +
        "expected complex64 or complex128 (N,), or numbers (N, 2). Save np.ascontiguousarray(x.astype(np.complex64).ravel()).",
    );
  }
  const datatype = datatypeOf(pairs || type in COMPLEX, COMPLEX[type] ?? REAL[type], order === ">");
  const end = offset + shape[0] * datatype.bytes;
  if (end > source.size) {
    warnings.push(`The array should end at byte ${end}; the file ends at ${source.size}, and so does the recording.`);
  }
  return plainRecording({
    source,
    format: "NumPy",
    datatype,
    start: offset,
    end: Math.min(end, source.size),
    said: {},
    warnings,
    guesses: [],
  });
}
