import { fft } from "../../fft/fft.float64.ts";
import { FFT_LENGTH, GUARD_SAMPLES, PREAMBLE_SAMPLES, SYMBOL_SAMPLES, WINDOW_ADVANCE } from "../frame/symbol.ts";

/** The position of a frame in the table of frames. */
export interface FramePlace {
  /** The sample at which the short training begins. */
  start: number;
  /** Carrier frequency offset, rad per sample. */
  offset: number;
  /** Constant offset of the samples. Default: 0. */
  dcReal?: number;
  dcImaginary?: number;
}

/** Returns the carriers of 64 samples from the sample `after` of a frame, complex [64] by bin. */
export function carriersAfter(
  samples: ArrayLike<number>,
  { start, offset, dcReal = 0, dcImaginary = 0 }: FramePlace,
  after: number,
): Float64Array {
  const period = new Float64Array(2 * FFT_LENGTH);
  for (let n = 0; n < FFT_LENGTH; n++) {
    const at = 2 * (start + after + n);
    const [cos, sin] = [Math.cos(offset * (after + n)), Math.sin(offset * (after + n))];
    const [re, im] = [samples[at] - dcReal, samples[at + 1] - dcImaginary];
    period[2 * n] = re * cos + im * sin;
    period[2 * n + 1] = im * cos - re * sin;
  }
  return fft(period);
}

/** Returns the carriers of symbol 0, 1, … of a frame's data, complex [64] by bin. */
export function symbolAt(samples: ArrayLike<number>, place: FramePlace, symbol: number): Float64Array {
  const begin = PREAMBLE_SAMPLES + SYMBOL_SAMPLES * (symbol + 1);
  return carriersAfter(samples, place, begin + GUARD_SAMPLES - WINDOW_ADVANCE);
}
