import { windowValues } from "../../../filter-design/windows.ts";
import type { GridConfig } from "../grids.ts";
import { middleOf } from "../images.ts";
import { BESIDE, LINE_ERROR, reachOf } from "../lines.ts";
import type { NoiseFloor } from "../noise-floor.ts";
import type { Piece } from "../pieces/pieces.ts";
import { regionsOf } from "../regions.ts";
import { binWidth } from "../resolution.ts";
import { mean } from "../segment-signal.ts";
import { spectraOf } from "../spectra.ts";
import { mixedDown, subtractCarriers } from "./subtraction.ts";

/** Weights of the samples around a line, in steps; and the share of the steps' rate, on each side, in which signals from beyond it appear 58 dB weaker. */
const [STEPS, PASSED] = [4, 0.25];
/** Steps in a frame's hop, at least. */
const LEAST_STEPS = 8;

/** Tells whether a carrier that can be subtracted lies over something else than noise: by the transforms of a narrow band around it. */
export function isOverSignals(
  line: Piece,
  samples: Float32Array,
  { config: { long, thresholds }, floor }: { config: GridConfig; floor: NoiseFloor },
): boolean {
  const { length, hop, sampleRateHz } = long;
  const middle = middleOf(line);
  const least = reachOf(line.peak) + BESIDE;
  const step = Math.max(1, Math.min(hop / LEAST_STEPS, 2 ** Math.floor(Math.log2((PASSED * length) / least))));
  const weights = windowValues("blackman", STEPS * step, true);
  const near = Float32Array.from(mixedDown(samples, (middle - length / 2) / length, { step, weights }));
  const rateHz = sampleRateHz / step;
  const carrier = { hz: 0, withinHz: LINE_ERROR * binWidth(long) };
  if (subtractCarriers(near, [carrier], { sampleRateHz: rateHz, step: hop / step }).length === 0) return false;
  const size = length / step;
  const window = windowValues("blackman", size, true);
  const powers = spectraOf(near, { length: size, hop: hop / step, window, sampleRateHz: rateHz });
  const frames = powers.length / size;
  const reach = Math.min(least, size / 2 - 1);
  // The line may have raised the noise's shape in its own bins.
  const beside = [-least, least].map((distance) => Math.round(middle) + distance);
  const density = Math.min(
    ...beside.map((bin) => mean(floor.shape, Math.max(0, bin - BESIDE), Math.min(length, bin + BESIDE + 1))),
  );
  const bins = 2 * reach + 1;
  const ratios = new Float32Array(frames * bins);
  for (let distance = -reach; distance <= reach; distance++) {
    const noise = density * responseOf(weights, distance / length);
    for (let t = 0; t < frames; t++) {
      ratios[t * bins + reach + distance] = powers[t * size + size / 2 + distance] / (noise * floor.gain[t]);
    }
  }
  return regionsOf({ ratios, frames, bins }, thresholds).length > 0;
}

/** Power of the response of weights at a frequency, cycles per sample. */
function responseOf(weights: Float64Array, cycles: number): number {
  let [re, im] = [0, 0];
  for (const [n, weight] of weights.entries()) {
    re += weight * Math.cos(2 * Math.PI * cycles * n);
    im += weight * Math.sin(2 * Math.PI * cycles * n);
  }
  return re ** 2 + im ** 2;
}
