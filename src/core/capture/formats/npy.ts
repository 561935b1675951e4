import type { ByteSource } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { type Datatype, datatypeOf } from "../datatype.ts";
import { interleaved, type Planes } from "../interleaved.ts";
import { hasNpyMagic, type NpyField, type NpyHeader, readNpyHeader } from "./npy-array.ts";
import { plainRecording } from "../plain.ts";
import type { Recording } from "../recording.ts";

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

/** Names of fields that hold I and Q. */
const PAIRS = [
  ["i", "q"],
  ["re", "im"],
  ["real", "imag"],
  ["r", "i"],
];

export function isNpy(_: ByteSource, head: Uint8Array): boolean {
  return hasNpyMagic(head);
}

/**
 * Opens a NumPy array, in C or Fortran order: complex (N,); numbers (N, 2) or (2, N), where I and Q are columns or rows; records
 * with a field for I and one for Q; real (N,). Further dimensions of size 1 do not count.
 *
 * @throws CaptureError for other arrays, with a line of NumPy that saves one which is read, if there is one.
 */
export async function openNpy(source: ByteSource): Promise<Recording> {
  const header = await readNpyHeader(source);
  const layout = layoutOf(header);
  if (!layout) {
    const { type, shape, fortran } = header;
    const order = fortran && shape.length > 1 ? " in Fortran order" : "";
    throw new CaptureError(
      `${source.name}: a NumPy array of ${type ?? "structured"} (${shape.join(", ")})${order}, ` +
        `expected complex64 or complex128 (N,), or numbers (N, 2) or (2, N) with I and Q. ${adviceOn(header)}`,
    );
  }
  const { datatype, planes, notes } = layout;
  const { parts, step, width, count } = planes;
  const warnings: string[] = [];
  // Samples whose numbers are all in the file.
  const whole = parts.map((part) => Math.max(0, Math.floor((source.size - part - width) / step) + 1));
  const present = Math.min(count, ...whole);
  const end = Math.max(...parts) + (count - 1) * step + width;
  if (present < count) {
    warnings.push(`The array should end at byte ${end}; the file ends at ${source.size}, and so does the recording.`);
  } else if (source.size > header.offset + arrayBytes(header)) {
    warnings.push(
      `Behind the array are ${source.size - header.offset - arrayBytes(header)} bytes; they were left out.`,
    );
  }
  const [first, second = first] = parts;
  const isPlain = step === parts.length * width && second - first === (parts.length - 1) * width;
  const samples = isPlain ? source : interleaved(source, { ...planes, count: present });
  return plainRecording({
    source: samples,
    format: "NumPy",
    datatype,
    start: isPlain ? first : 0,
    end: isPlain ? Math.min(end, source.size) : samples.size,
    said: {},
    warnings,
    guesses: notes,
  });
}

interface Layout {
  datatype: Datatype;
  planes: Planes;
  notes: string[];
}

/** Bytes of an array. */
const arrayBytes = ({ shape, bytes }: Pick<NpyHeader, "shape" | "bytes">) =>
  shape.reduce((product, size) => product * size, bytes);

/** Where the samples of an array are; undefined for arrays that hold no single signal. */
function layoutOf(header: NpyHeader): Layout | undefined {
  const { shape, fortran, bytes, offset, type = "", order, fields } = header;
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0) || !Number.isSafeInteger(arrayBytes(header))) {
    return undefined;
  }
  if (shape.length === 0) return undefined;
  const axes = axesOf(shape, fortran ? "F" : "C", bytes);
  const long = axes.filter(({ size }) => size !== 1);
  const line = long.length === 1 ? long[0] : { size: 1, step: bytes };
  if (fields) return long.length > 1 ? undefined : recordsOf(fields, { offset, ...line });
  const bigEndian = order === ">";
  const planes = { parts: [offset], step: line.step, width: bytes, count: line.size };
  if (type in COMPLEX)
    return long.length > 1 ? undefined : { datatype: datatypeOf(true, COMPLEX[type], bigEndian), planes, notes: [] };
  if (!(type in REAL)) return undefined;
  const pair = pairOf(long.length === 2 || axes.length !== 2 ? long : axes);
  if (pair) {
    const { part, samples } = pair;
    const parts = [offset, offset + part.step];
    return {
      datatype: datatypeOf(true, REAL[type], bigEndian),
      planes: { parts, step: samples.step, width: bytes, count: samples.size },
      notes: [],
    };
  }
  return long.length > 1 ? undefined : { datatype: datatypeOf(false, REAL[type], bigEndian), planes, notes: [] };
}

/** A dimension of an array: its size, and the bytes between its items. */
interface Axis {
  size: number;
  step: number;
}

function axesOf(shape: readonly number[], order: "C" | "F", bytes: number): Axis[] {
  const axes: Axis[] = [];
  let step = bytes;
  for (const size of order === "F" ? shape : shape.toReversed()) {
    axes.push({ size, step });
    step *= size;
  }
  return order === "F" ? axes : axes.toReversed();
}

/** The axes of (N, 2) or (2, N); the columns count where both sizes are 2. */
function pairOf(axes: readonly Axis[]): { part: Axis; samples: Axis } | undefined {
  if (axes.length !== 2) return undefined;
  const [rows, columns] = axes;
  if (columns.size === 2) return { part: columns, samples: rows };
  return rows.size === 2 ? { part: rows, samples: columns } : undefined;
}

/** Records with one field of pairs, one complex field, or two fields for I and Q. */
function recordsOf(fields: readonly NpyField[], { offset, size, step }: Axis & { offset: number }): Layout | undefined {
  const chosen = fieldsOfSignal(fields);
  if (!chosen) return undefined;
  const [first] = chosen.fields;
  const type = first.type ?? "";
  const width = Number(type.slice(1));
  const isPair = first.shape.length === 1 && first.shape[0] === 2;
  const offsets = isPair ? [first.offset, first.offset + width] : chosen.fields.map((field) => field.offset);
  const left = fields.filter((field) => !chosen.fields.includes(field)).map(({ name }) => name);
  return {
    datatype: datatypeOf(true, COMPLEX[type] ?? REAL[type], first.order === ">"),
    planes: { parts: offsets.map((byte) => offset + byte), step, width, count: size },
    notes: [
      ...chosen.notes,
      ...(left.length ? [`These fields of the records were left out: ${left.join(", ")}.`] : []),
    ],
  };
}

function fieldsOfSignal(fields: readonly NpyField[]): { fields: readonly NpyField[]; notes: string[] } | undefined {
  const numbers = fields.filter(({ type = "" }) => type in COMPLEX || type in REAL);
  const single = numbers.filter(({ type = "", shape }) =>
    type in COMPLEX ? shape.every((size) => size === 1) : shape.length === 1 && shape[0] === 2,
  );
  if (single.length === 1) return { fields: single, notes: [] };
  const named = PAIRS.map((names) =>
    names.map((wanted) => numbers.find(({ name, shape }) => name.toLowerCase() === wanted && shape.length === 0)),
  ).find((pair) => pair.every((field) => (field?.type ?? "") in REAL)) as NpyField[] | undefined;
  const isSame = ([a, b]: readonly NpyField[]) => a.type === b.type && a.order === b.order;
  if (named) return isSame(named) ? { fields: named, notes: [] } : undefined;
  const two =
    fields.length === 2 &&
    numbers.length === 2 &&
    numbers.every(({ type = "", shape }) => type in REAL && shape.length === 0);
  if (!two || !isSame(numbers)) return undefined;
  const [i, q] = numbers.map(({ name }) => `“${name}”`);
  return { fields: numbers, notes: [`The field ${i} was read as I, and ${q} as Q.`] };
}

/** Other numbers, as types that are read and hold the same values: by NumPy's type, or by its kind. */
const CONVERSIONS: Readonly<Record<string, [name: string, type: string, bytes: number]>> = {
  f2: ["float32", "f4", 4],
  f: ["float64", "f8", 8],
  i: ["float64", "f8", 8],
  u: ["float64", "f8", 8],
  b: ["float32", "f4", 4],
  c: ["complex128", "c16", 16],
};

/** A line of NumPy that saves a part of the array, or the same numbers in another type, as an array that is read. */
function adviceOn(header: NpyHeader): string {
  for (const [expression, result] of candidates(header)) {
    const layout = layoutOf(result);
    if (!layout || layout.planes.count === 0) continue;
    const { count } = layout.planes;
    return `Save for example np.save("signal.npy", ${expression}), which holds ${count} ${layout.datatype.complex ? "complex" : "real"} samples.`;
  }
  return "Save one signal in such an array.";
}

/** Expressions of x, and the headers of the arrays that they give. Those that keep all numbers come first. */
function* candidates(header: NpyHeader): Generator<[expression: string, result: NpyHeader]> {
  for (const [expression, result] of fieldsOf(header)) {
    yield [expression, result];
    const rank = result.shape.length;
    // One index of one axis, then of two: the longest signals first.
    const chosen = Array.from({ length: 2 ** Math.min(rank, 6) - 1 }, (_, i) => i + 1)
      .map((bits) => result.shape.map((_, axis) => (bits >> axis) % 2 === 1))
      .filter((fixed) => fixed.some((isFixed) => !isFixed));
    const remaining = (fixed: readonly boolean[]) => result.shape.filter((_, axis) => !fixed[axis]);
    const taken = (fixed: readonly boolean[]) => fixed.filter(Boolean).length;
    chosen.sort(
      (a, b) =>
        taken(a) - taken(b) || Math.min(16, Math.max(...remaining(b))) - Math.min(16, Math.max(...remaining(a))),
    );
    for (const fixed of chosen) {
      const last = fixed.lastIndexOf(true);
      const index = fixed.slice(0, last + 1).map((isFixed) => (isFixed ? "0" : ":"));
      yield [`${expression}[${index.join(", ")}]`, { ...result, shape: remaining(fixed) }];
    }
  }
}

/** The array itself or in a wider type, and the fields of records. np.save writes an index of an array in C order. */
function* fieldsOf(header: NpyHeader): Generator<[expression: string, result: NpyHeader]> {
  const saved = { ...header, fortran: false, fields: undefined };
  if (header.fields) {
    for (const { name, type, shape, order = "|" } of header.fields) {
      if (type === undefined) continue;
      const bytes = Number(type.slice(1));
      yield* widened(`x[${JSON.stringify(name)}]`, {
        ...saved,
        type,
        order,
        bytes,
        shape: [...header.shape, ...shape],
      });
    }
  } else yield* widened("x", saved);
}

function* widened(expression: string, header: NpyHeader): Generator<[expression: string, result: NpyHeader]> {
  yield [expression, header];
  const { type = "" } = header;
  const [name, wide, bytes] = CONVERSIONS[type] ?? CONVERSIONS[type[0]] ?? [];
  if (name === undefined || type in REAL || type in COMPLEX) return;
  yield [`${expression}.astype(np.${name})`, { ...header, type: wide, bytes: bytes ?? 0, order: "<" }];
}
