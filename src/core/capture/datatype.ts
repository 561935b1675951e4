import { CaptureError, quoted } from "./capture-error.ts";

const ARRAYS = {
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  i16: Int16Array,
  i8: Int8Array,
  u32: Uint32Array,
  u16: Uint16Array,
  u8: Uint8Array,
};

/** The layout of samples in a file. */
export interface Datatype {
  /** SigMF's name for it, e.g. "ci16_le"; the 24-bit integers of WAV, which SigMF does not have, are "ci24_le". */
  readonly name: string;
  /** True for I and Q, false for real samples. */
  readonly complex: boolean;
  readonly number: keyof typeof ARRAYS | "i24";
  readonly bigEndian: boolean;
  /** Bytes per sample of one channel. */
  readonly bytes: number;
}

export function datatypeOf(complex: boolean, number: Datatype["number"], bigEndian = false): Datatype {
  const bits = Number(number.slice(1));
  const order = bits === 8 ? "" : bigEndian ? "_be" : "_le";
  const name = `${complex ? "c" : "r"}${number}${order}`;
  return { name, complex, number, bigEndian, bytes: (bits / 8) * (complex ? 2 : 1) };
}

const PATTERN = /^([cr])(f32|f64|i32|i16|i8|u32|u16|u8)(_le|_be)?$/;

/**
 * Returns a SigMF datatype by its name. Names without a byte order ("cf32"), and 8-bit names with one ("ci8_le"), violate the standard but are unambiguous: they are accepted, and `datatype.name` is the correct name. * @throws CaptureError for an unknown type.
 *
 * @example
 * ```ts
 * import { parseDatatype } from "threeray/capture";
 *
 * const { complex, bytes, name } = parseDatatype("ci16_le");
 * console.log(complex, bytes, name); // true 4 ci16_le
 * ```
 */
export function parseDatatype(name: unknown): Datatype {
  const parts = typeof name === "string" ? PATTERN.exec(name) : null;
  if (!parts) {
    throw new CaptureError(
      `${name === undefined ? "no sample type is given" : `the sample type ${quoted(name)} is unknown`}. Expected c or r, then f32, f64, i8, i16, i32, u8, u16 or u32, ` +
        "then _le or _be where a number has more than 8 bits: cf32_le, for example.",
    );
  }
  return datatypeOf(parts[1] === "c", parts[2] as keyof typeof ARRAYS, parts[3] === "_be");
}

/** The position of a channel's numbers in a file. */
export interface Interleaving {
  datatype: Datatype;
  /** Number of interleaved channels, and the channel to read. */
  channels: number;
  channel: number;
  /** True where the file holds Q before I. */
  swapped?: boolean;
  /** Full scale of integers, where their size does not give it: of 24 bits in numbers of 32. */
  fullScale?: number;
}

/**
 * Converts bytes to complex samples, with ±1 at full scale of integers: signed /2^(n−1), unsigned (v − 2^(n−1))/2^(n−1).
 * Real samples get an imaginary part of 0.
 *
 * @param bytes Whole samples of all channels; may be overwritten.
 * @param out Interleaved complex samples, written from sample `at`.
 */
export function decode(bytes: ArrayBuffer, layout: Interleaving, out: Float32Array, at: number): void {
  const { datatype, channels, channel, swapped = false } = layout;
  const numbers = numbersOf(bytes, datatype);
  if (datatype.name.startsWith("cf32") && channels === 1 && !swapped) {
    out.set(numbers, 2 * at);
    return;
  }
  const width = datatype.complex ? 2 : 1;
  const stride = channels * width;
  const count = numbers.length / stride;
  const half = 2 ** (Number(datatype.number.slice(1)) - 1);
  const integer = !datatype.number.startsWith("f");
  const middle = datatype.number.startsWith("u") ? half : 0;
  const scale = integer ? 1 / (layout.fullScale ?? half) : 1;
  const [i, q] = swapped ? [1, 0] : [0, 1];
  for (let n = 0, from = channel * width, to = 2 * at; n < count; n++, from += stride, to += 2) {
    out[to] = (numbers[from + (datatype.complex ? i : 0)] - middle) * scale;
    out[to + 1] = datatype.complex ? (numbers[from + q] - middle) * scale : 0;
  }
}

/** The numbers in a file's bytes. All hosts of WebGPU are little-endian. */
function numbersOf(bytes: ArrayBuffer, { number, bigEndian }: Datatype): ArrayLike<number> {
  if (number === "i24") {
    const view = new Uint8Array(bytes);
    return Int32Array.from({ length: view.length / 3 }, (_, i) => {
      return ((view[3 * i] << 8) | (view[3 * i + 1] << 16) | (view[3 * i + 2] << 24)) >> 8;
    });
  }
  const numbers = new ARRAYS[number](bytes);
  if (bigEndian) reverseBytes(new DataView(bytes), numbers.BYTES_PER_ELEMENT);
  return numbers;
}

function reverseBytes(view: DataView, width: number): void {
  for (let i = 0; i < view.byteLength; i += width) {
    if (width === 2) view.setUint16(i, view.getUint16(i, true));
    else if (width === 4) view.setUint32(i, view.getUint32(i, true));
    else view.setBigUint64(i, view.getBigUint64(i, true));
  }
}
