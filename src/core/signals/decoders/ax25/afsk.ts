import { stepFilter } from "../fm/symbols.ts";

/** Bell 202: 1200 Bd with tones at these frequencies, Hz. */
export const AFSK_RATE = 1200;
const MARK = 1200;
const SPACE = 2200;
/** Samples per symbol of the demodulated signal. */
const STEPS = 8;
/** Length of the filter before the tones, in seconds: it passes up to 2200 Hz and removes what would fold. */
const FILTER_SECONDS = 3e-4;

/** Rate of the demodulated signals, Hz. */
export const AFSK_STEP_RATE = STEPS * AFSK_RATE;

/**
 * Demodulates audio tones without regard to their phase: for each gain, the amplitude of the mark tone times the gain minus the
 * amplitude of the space tone, over one symbol. Microphones and de-emphasis make the tones differ by some decibels.
 */
export function createToneDetector(rateHz: number, gains: readonly number[]) {
  const filter = stepFilter(rateHz / AFSK_STEP_RATE, FILTER_SECONDS * rateHz);
  let held = new Float64Array(STEPS - 1); // zeros before the first sample
  const detected = (filtered: Float64Array): Float64Array[] => {
    const all = new Float64Array(held.length + filtered.length);
    all.set(held);
    all.set(filtered, held.length);
    held = all.slice(filtered.length);
    const outputs = gains.map(() => new Float64Array(filtered.length));
    for (let n = 0; n < filtered.length; n++) {
      let [markRe, markIm, spaceRe, spaceIm, sum] = [0, 0, 0, 0, 0];
      for (let k = 0; k < STEPS; k++) sum += all[n + k];
      for (let k = 0; k < STEPS; k++) {
        const sample = all[n + k] - sum / STEPS;
        markRe += sample * TONES.markRe[k];
        markIm += sample * TONES.markIm[k];
        spaceRe += sample * TONES.spaceRe[k];
        spaceIm += sample * TONES.spaceIm[k];
      }
      const mark = Math.sqrt(markRe * markRe + markIm * markIm);
      const space = Math.sqrt(spaceRe * spaceRe + spaceIm * spaceIm);
      for (let g = 0; g < gains.length; g++) outputs[g][n] = mark * gains[g] - space / gains[g];
    }
    return outputs;
  };
  return {
    /** Returns a signal of two levels for each gain, at `AFSK_STEP_RATE`. It is late by half a symbol. */
    push: (samples: ArrayLike<number>): Float64Array[] => detected(filter.push(samples)),
    end: (): Float64Array[] => detected(Float64Array.of(...filter.end(), ...new Float64Array(STEPS))),
  };
}

const tone = (frequency: number, quarter: number) =>
  Float64Array.from({ length: STEPS }, (_, k) =>
    Math.cos((2 * Math.PI * frequency * k) / AFSK_STEP_RATE - (quarter * Math.PI) / 2),
  );
const TONES = { markRe: tone(MARK, 0), markIm: tone(MARK, 1), spaceRe: tone(SPACE, 0), spaceIm: tone(SPACE, 1) };
