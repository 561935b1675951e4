/** The byte of an RTL-SDR receiver that means 0: its bytes 127 and 128 lie at either side of it, and its ADC prefers 127. */
const ZERO = 127.4;
const FULL_SCALE = 128;

/** Samples for two bytes at once: I and Q, float32, as the bits of one float64. No value of this range is a NaN. */
let table: Float64Array | undefined;

function sampleTable(): Float64Array {
  const pairs = new Float32Array(2 ** 17);
  for (let i = 0; i < 256; i++) {
    for (let q = 0; q < 256; q++) {
      // The bytes of a 16-bit word, the lower one first.
      const at = 2 * (i + 256 * q);
      pairs[at] = (i - ZERO) / FULL_SCALE;
      pairs[at + 1] = (q - ZERO) / FULL_SCALE;
    }
  }
  return new Float64Array(pairs.buffer);
}

/**
 * Returns the complex samples of an RTL-SDR receiver's bytes, I and Q in turn: (byte − 127.4)/128. A byte without a
 * partner at the end is left out.
 */
export function samplesOfBytes(bytes: Uint8Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  table ??= sampleTable();
  const count = bytes.length >> 1;
  const aligned = bytes.byteOffset % 2 ? bytes.slice() : bytes;
  const words = new Uint16Array(aligned.buffer, aligned.byteOffset, count);
  const samples = new Float64Array(count);
  for (let n = 0; n < count; n++) samples[n] = table[words[n]];
  return new Float32Array(samples.buffer);
}
