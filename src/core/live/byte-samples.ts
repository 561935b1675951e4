/** SigMF's name of a receiver's samples: I and Q in turn, one unsigned or signed byte each. */
export type ByteFormat = "cu8" | "ci8";

/** The byte of an RTL-SDR receiver that means 0: its bytes 127 and 128 lie at either side of it, and its ADC prefers 127. */
const UNSIGNED_ZERO = 127.4;
const FULL_SCALE = 128;

/** The number that a byte stands for, in units of one step of the ADC. */
const NUMBERS: Readonly<Record<ByteFormat, (byte: number) => number>> = {
  cu8: (byte) => byte - UNSIGNED_ZERO,
  ci8: (byte) => (byte < 128 ? byte : byte - 256),
};

const bitsOf = (number: (byte: number) => number) =>
  new Uint32Array(Float32Array.from({ length: 256 }, (_, byte) => number(byte) / FULL_SCALE).buffer);

/** The bits of the float32 for each byte. Whole words are copied, because conversions from and to float64 take longer. */
const BITS: Readonly<Record<ByteFormat, Uint32Array>> = { cu8: bitsOf(NUMBERS.cu8), ci8: bitsOf(NUMBERS.ci8) };

/**
 * Returns the complex samples of a receiver's bytes, I and Q in turn: (byte − 127.4)/128 of unsigned bytes, byte/128 of
 * signed ones. A byte without a partner at the end is left out.
 */
export function samplesOfBytes(bytes: Uint8Array<ArrayBuffer>, format: ByteFormat): Float32Array<ArrayBuffer> {
  const table = BITS[format];
  const length = bytes.length - (bytes.length % 2);
  const aligned = bytes.byteOffset % 4 ? bytes.slice() : bytes;
  // Four bytes at once, lowest first; two may be left.
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, length >> 2);
  const bits = new Uint32Array(length);
  for (let n = 0; n < words.length; n++) {
    const word = words[n];
    const at = 4 * n;
    bits[at] = table[word & 255];
    bits[at + 1] = table[(word >>> 8) & 255];
    bits[at + 2] = table[(word >>> 16) & 255];
    bits[at + 3] = table[word >>> 24];
  }
  for (let at = 4 * words.length; at < length; at++) bits[at] = table[aligned[at]];
  return new Float32Array(bits.buffer);
}
