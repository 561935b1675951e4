/** The byte of an RTL-SDR receiver that means 0: its bytes 127 and 128 lie at either side of it, and its ADC prefers 127. */
const ZERO = 127.4;
const FULL_SCALE = 128;

/** The bits of the float32 for each byte. Whole words are copied, because conversions from and to float64 take longer. */
const BITS = new Uint32Array(Float32Array.from({ length: 256 }, (_, byte) => (byte - ZERO) / FULL_SCALE).buffer);

/**
 * Returns the complex samples of an RTL-SDR receiver's bytes, I and Q in turn: (byte − 127.4)/128. A byte without a
 * partner at the end is left out.
 */
export function samplesOfBytes(bytes: Uint8Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const length = bytes.length - (bytes.length % 2);
  const aligned = bytes.byteOffset % 4 ? bytes.slice() : bytes;
  // Four bytes at once, lowest first; two may be left.
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, length >> 2);
  const bits = new Uint32Array(length);
  for (let n = 0; n < words.length; n++) {
    const word = words[n];
    const at = 4 * n;
    bits[at] = BITS[word & 255];
    bits[at + 1] = BITS[(word >>> 8) & 255];
    bits[at + 2] = BITS[(word >>> 16) & 255];
    bits[at + 3] = BITS[word >>> 24];
  }
  for (let at = 4 * words.length; at < length; at++) bits[at] = BITS[aligned[at]];
  return new Float32Array(bits.buffer);
}
