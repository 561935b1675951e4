import { windowValues } from "../filter-design/windows.ts";
import { binPowersOf } from "./fft.float64.ts";
import { SPECTROGRAM_FLOOR } from "./spectrogram.ts";
import { checkFftLength } from "./workgroup.ts";

/**
 * Returns the power of single segments in dB, [segment][length], negative frequencies first: a tone of amplitude 1 is at 0 dB in its
 * bin, and −200 dB is the least. For a few hundred segments this takes less time than the compilation of the kernel, and it does not
 * wait for a busy GPU.
 *
 * @param samples Complex and finite, [segment][length].
 * @param length Points of a transform: a power of two, 16 … 2048. The Blackman window has the first `windowLength` of them.
 * @throws RangeError for another length.
 */
export function spectrogramInFloat64(
  samples: Float32Array,
  { length, windowLength }: { length: number; windowLength: number },
): Float32Array<ArrayBuffer> {
  checkFftLength("fft/spectrogram", length, 16);
  const window = windowValues("blackman", windowLength, true);
  const scale = 1 / window.reduce((sum, value) => sum + value, 0) ** 2;
  const decibels = new Float32Array(samples.length / 2);
  for (let first = 0; first < decibels.length; first += length) {
    const powers = binPowersOf(length, (x) => {
      for (let i = 0; i < 2 * windowLength; i++) x[i] = samples[2 * first + i] * window[i >> 1];
    });
    for (let k = 0; k < length; k++) {
      const power = scale * powers[(k + length / 2) % length];
      decibels[first + k] = 10 * Math.log10(Math.max(power, SPECTROGRAM_FLOOR));
    }
  }
  return decibels;
}
