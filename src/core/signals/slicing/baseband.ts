import { windowValues } from "../../filter-design/windows.ts";
import type { Burst } from "../detection.ts";

/** A signal around frequency 0, filtered, at a rate that suits its symbols. */
export interface Baseband {
  re: Float64Array;
  im: Float64Array;
  rateHz: number;
  /** Where sample 0 lies in the burst, and burst samples per sample. */
  from: number;
  step: number;
}

export interface BasebandRequest {
  /** Part of the burst, in its samples. */
  from: number;
  to: number;
  /** Frequency in the burst that becomes 0, Hz. */
  shiftHz: number;
  /** The filter halves the amplitude at this frequency, Hz. */
  cutoffHz: number;
  rateHz: number;
}

/** β of Kaiser's window: 50 dB of attenuation. */
const BETA = 4.55;
/** Values of the filter per cycle of its cut-off. Linear interpolation between them errs by −70 dB. */
const FINE = 150;

/** Returns part of a burst, mixed, low-pass filtered, and resampled by any ratio. Outside of the burst's samples are zeros. */
export function basebandOf(burst: Burst, { from, to, shiftHz, cutoffHz, rateHz }: BasebandRequest): Baseband {
  const { samples, sampleRateHz } = burst;
  const cutoff = Math.min(0.45, cutoffHz / sampleRateHz);
  // The transition is half the pass band wide, unless the images of the interpolation need less.
  const half = Math.ceil(1.47 / Math.min(0.5 * cutoff, 1 - 2 * cutoff));
  const fine = Math.ceil(FINE * cutoff);
  const taps = lowPass(cutoff, half, fine);
  const first = Math.max(0, Math.floor(from) - half);
  const mixed = mix(samples, first, Math.min(samples.length / 2, Math.ceil(to) + half), shiftHz / sampleRateHz);
  const step = sampleRateHz / rateHz;
  const length = Math.max(0, Math.floor((to - from) / step) + 1);
  const re = new Float64Array(length);
  const im = new Float64Array(length);
  for (let m = 0; m < length; m++) {
    const at = from + m * step;
    const low = Math.max(first, Math.ceil(at - half));
    const high = Math.min(first + mixed.length / 2 - 1, Math.floor(at + half));
    for (let n = low; n <= high; n++) {
      const place = Math.abs(at - n) * fine;
      const whole = Math.floor(place);
      const tap = taps[whole] + (place - whole) * (taps[whole + 1] - taps[whole]);
      re[m] += tap * mixed[2 * (n - first)];
      im[m] += tap * mixed[2 * (n - first) + 1];
    }
  }
  return { re, im, rateHz, from, step };
}

/** Returns one side of a windowed sinc, `fine` values per sample. @param cutoff In cycles per sample. */
function lowPass(cutoff: number, half: number, fine: number): Float64Array {
  const window = windowValues({ kaiser: BETA }, 2 * half * fine + 1);
  return Float64Array.from({ length: half * fine + 2 }, (_, i) => {
    const angle = (2 * Math.PI * cutoff * i) / fine;
    return (i > half * fine ? 0 : window[half * fine + i]) * 2 * cutoff * (i === 0 ? 1 : Math.sin(angle) / angle);
  });
}

function mix(samples: Float64Array, first: number, stop: number, cycles: number): Float64Array {
  const mixed = new Float64Array(2 * Math.max(0, stop - first));
  for (let i = 0; i < mixed.length; i += 2) {
    const turns = cycles * (first + i / 2);
    const angle = 2 * Math.PI * (turns - Math.round(turns));
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [re, im] = [samples[2 * first + i], samples[2 * first + i + 1]];
    mixed[i] = re * c + im * s;
    mixed[i + 1] = im * c - re * s;
  }
  return mixed;
}
