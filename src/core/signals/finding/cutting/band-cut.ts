import { kaiserBeta, kaiserLength } from "../../../filter-design/fir/kaiser.ts";
import { windowed } from "../../../filter-design/fir/windowed.ts";
import type { Box } from "../../detection.ts";

/** Attenuation of what folds onto the pass band, and largest ripple of the pass band, dB; of the filters before the last decimation, which add little. */
const [ATTENUATION, COARSE_ATTENUATION] = [80, 90];
/** Taps that take as long as an output without any. */
const OVERHEAD = 4;
/** Width that passes, and width of each transition, in units of the box's width. */
const [PASS, TRANSITION] = [1.2, 0.25];
/** Samples per cycle of the pass band's width, at least, where it is not chosen. */
const OVERSAMPLING = 4;
/** Largest decimation of the first filter, most means that it consists of, and highest frequency that the band has after it, in cycles per sample: it bends the band. */
const [MOST_EARLY, MOST_MEANS, MOST_BENT] = [16, 6, 0.09];

/** What a person or a measurement chooses of how a band is cut. */
export interface BandCutOptions {
  /** Width around the centre that passes unchanged, Hz. Default: 1.2 times the box's width. */
  passHz?: number;
  /** Width of the transition on each side of the pass band, Hz. Default: 0.25 times the box's width. */
  transitionHz?: number;
  /** Whole-number decimation. Default: the largest that leaves this multiple of the pass band as the rate, by default 4. */
  decimation?: number;
  oversampling?: number;
}

/** A filter with an odd number of symmetric taps and gain 1 at 0, and a decimation. */
export interface CutStage {
  taps: Float64Array;
  decimation: number;
}

/**
 * How a band is brought to frequency 0: mixed, filtered, decimated. One filter needs many taps at the recording's rate, so shorter ones may
 * come first: they remove only what folds onto the band, and the last one filters at the decimated rate.
 */
export interface BandCut {
  sampleRateHz: number;
  centreHz: number;
  passHz: number;
  /** Where the stop band begins, Hz from the centre. */
  stopHz: number;
  /** Of all stages together. */
  decimation: number;
  /** At least one, in their order. If the whole band passes, it has one tap. */
  stages: readonly CutStage[];
  /** Delay of all filters in recording samples. The outputs are advanced by it, so they are not late. */
  delay: number;
}

/**
 * Designs the cut of a band. Frequencies that fold onto the pass band are attenuated by 80 dB.
 *
 * @throws RangeError if the band does not fit in the rate after the decimation.
 */
export function designCut(
  sampleRateHz: number,
  { lowHz, highHz }: Pick<Box, "lowHz" | "highHz">,
  options: BandCutOptions = {},
): BandCut {
  const where = "signals/finding/burst";
  const width = highHz - lowHz;
  if (!(width > 0)) throw new RangeError(`${where}: highHz must be above lowHz, got ${lowHz} to ${highHz} Hz`);
  const passHz = Math.min(sampleRateHz, options.passHz ?? PASS * width);
  const wanted = options.transitionHz ?? TRANSITION * width;
  if (!(passHz > 0 && wanted > 0)) {
    throw new RangeError(`${where}: passHz and transitionHz must be above 0, got ${passHz} and ${wanted}`);
  }
  const decimation = options.decimation ?? decimationFor(sampleRateHz, passHz, options.oversampling);
  if (!Number.isInteger(decimation) || decimation < 1) {
    throw new RangeError(`${where}: decimation must be a whole number ≥ 1, got ${decimation}`);
  }
  const stopHz = Math.min(passHz / 2 + wanted, sampleRateHz / decimation - passHz / 2);
  const transition = (2 * (stopHz - passHz / 2)) / sampleRateHz;
  if (decimation > 1 && !(transition > 0)) {
    throw new RangeError(
      `${where}: a band of ${passHz} Hz does not fit in a rate of ${sampleRateHz / decimation} Hz; use a smaller decimation or a narrower band`,
    );
  }
  const made = { sampleRateHz, centreHz: (lowHz + highHz) / 2, decimation };
  const cutoff = (passHz / 2 + stopHz) / sampleRateHz;
  // Without a decimation, a filter that reaches the ends of the band removes nothing.
  if (decimation === 1 && (stopHz >= sampleRateHz / 2 || cutoff >= 1)) {
    const stages = [{ taps: Float64Array.of(1), decimation }];
    return { ...made, passHz: sampleRateHz, stopHz: sampleRateHz / 2, stages, delay: 0 };
  }
  const passes = { ...made, passHz, stopHz };
  const single = lengthOf(transition, ATTENUATION);
  // What folds onto the transition band is removed too.
  const gap = (2 * (sampleRateHz / decimation - stopHz - passHz / 2)) / sampleRateHz;
  const coarse = gap > 0 ? lengthOf(gap, COARSE_ATTENUATION) : Infinity;
  const fine = lengthOf(transition * decimation, ATTENUATION);
  if (decimation === 1 || single <= coarse + fine) {
    return { ...passes, stages: [{ taps: lowPass(single, cutoff, ATTENUATION), decimation }], delay: single >> 1 };
  }
  const early = earlyStage(decimation, stopHz / sampleRateHz, gap);
  const late = early?.decimation ?? 1;
  const coarseTaps = lowPass(
    lengthOf(gap * late, COARSE_ATTENUATION),
    (passHz / sampleRateHz + gap / 2) * late,
    COARSE_ATTENUATION,
  );
  const stages: CutStage[] = [
    ...(early ? [{ taps: early.taps, decimation: late }] : []),
    { taps: early ? flattened(coarseTaps, early) : coarseTaps, decimation: decimation / late },
    { taps: lowPass(fine, cutoff * decimation, ATTENUATION), decimation: 1 },
  ];
  return { ...passes, stages, delay: delayOf(stages) };
}

function delayOf(stages: readonly CutStage[]): number {
  let [delay, step] = [0, 1];
  for (const { taps, decimation } of stages) {
    delay += step * (taps.length >> 1);
    step *= decimation;
  }
  return delay;
}

/** A first filter: a mean of some samples, several times. It has few taps, and zeros at all that folds onto frequency 0. */
interface EarlyStage extends CutStage {
  /** At w radians per decimated sample, the logarithm of the filter's gain is −bend·w² − finer·w⁴. */
  bend: number;
  finer: number;
}

/**
 * Returns the first filter with which all filters take the fewest products; undefined if none saves any.
 *
 * @param stop Highest frequency onto which nothing may fold, in cycles per sample. @param gap As of the coarse filter.
 */
function earlyStage(decimation: number, stop: number, gap: number): EarlyStage | undefined {
  let best: { early: number; means: number; cost: number } | undefined;
  for (let early = 2; early <= Math.min(MOST_EARLY, decimation / 2); early++) {
    if (decimation % early !== 0 || stop * early > MOST_BENT) continue;
    // Of all that folds onto the band, this passes a mean best.
    const at = Math.PI * (1 / early - stop);
    const attenuation = -20 * Math.log10(Math.abs(Math.sin(early * at) / (early * Math.sin(at))));
    const means = Math.ceil(COARSE_ATTENUATION / attenuation);
    if (means > MOST_MEANS) continue;
    const taps = lengthOfMeans(early, means) + OVERHEAD;
    const cost = (taps * decimation) / early + lengthOf(gap * early, COARSE_ATTENUATION);
    if (cost < (best?.cost ?? lengthOf(gap, COARSE_ATTENUATION))) best = { early, means, cost };
  }
  if (!best) return undefined;
  const { early, means } = best;
  // A mean of two makes the number of taps odd.
  const lengths = [
    ...Array<number>(means).fill(early),
    ...(lengthOfMeans(early, means) > means * (early - 1) + 1 ? [2] : []),
  ];
  let taps = Float64Array.of(1);
  for (const length of lengths) {
    const mean = new Float64Array(taps.length + length - 1);
    for (let i = 0; i < taps.length; i++) for (let k = 0; k < length; k++) mean[i + k] += taps[i] / length;
    taps = mean;
  }
  let [bend, finer] = [0, 0];
  for (const length of lengths) {
    bend += (length ** 2 - 1) / 24 / early ** 2;
    finer += (length ** 4 - 1) / 2880 / early ** 4;
  }
  return { taps, decimation: early, bend, finer };
}

/** Odd number of taps of some means. */
const lengthOfMeans = (length: number, means: number) => 2 * Math.ceil((means * (length - 1)) / 2) + 1;

/** Returns a filter that makes the gain of an early one flat, too: within 1e-4 as long as that bends little. */
function flattened(taps: Float64Array, { bend, finer }: EarlyStage): Float64Array {
  // The gain is 1 + bend·d + square·d², with d = 2 − 2·cos w.
  const square = finer + bend ** 2 / 2 + bend / 12;
  const side = -bend - 4 * square;
  const flat = new Float64Array(taps.length + 4);
  for (const [k, gain] of [square, side, 1 + 2 * bend + 6 * square, side, square].entries()) {
    for (let i = 0; i < taps.length; i++) flat[i + k] += gain * taps[i];
  }
  return flat;
}

const decimationFor = (sampleRateHz: number, passHz: number, oversampling = OVERSAMPLING) =>
  Math.max(1, Math.floor(sampleRateHz / (oversampling * passHz)));

/** Returns the decimation that `designCut` chooses. It takes no time, and the taps of a narrow band do. */
export const usualDecimation = (sampleRateHz: number, { lowHz, highHz }: Pick<Box, "lowHz" | "highHz">) =>
  decimationFor(sampleRateHz, Math.min(sampleRateHz, PASS * (highHz - lowHz)));

/** The odd length of a low-pass filter. @param transition In units of half the rate. */
const lengthOf = (transition: number, attenuation: number) =>
  2 * Math.ceil((kaiserLength(attenuation, transition) - 1) / 2) + 1;

const lowPass = (length: number, cutoff: number, attenuation: number) =>
  windowed({ length, cutoff, passZero: true, window: { kaiser: kaiserBeta(attenuation) } });
