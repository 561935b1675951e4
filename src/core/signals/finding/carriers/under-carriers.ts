import { windowValues } from "../../../filter-design/windows.ts";
import { isModulation } from "./modulation.ts";
import { mixedDown, subtractCarriers } from "./subtraction.ts";
import { type GridConfig, gridsOf, type SegmentGrids } from "../grids.ts";
import { middleOf } from "../images.ts";
import { BESIDE, LINE_ERROR, MAIN_LOBE, mayHide, reachOf } from "../lines.ts";
import type { NoiseFloor } from "../noise-floor.ts";
import type { Piece } from "../pieces.ts";
import { valueOfRank } from "../ranks.ts";
import { regionsOf } from "../regions.ts";
import { binWidth } from "../resolution.ts";
import { mean } from "../segment-signal.ts";
import { spectraOf } from "../spectra.ts";

/** Most lines of a part that are subtracted. */
const MOST_LINES = 8;
/** Least noise without the carriers, relative to the noise with them: otherwise it was their leakage, and rounding is left. */
const SAME_NOISE = 0.5;
/** Weights of the samples around a line, in steps; and the share of the steps' rate, on each side, in which signals from beyond it appear 58 dB weaker. */
const [STEPS, PASSED] = [4, 0.25];
/** Steps in a frame's hop, at least. */
const LEAST_STEPS = 8;

interface Part {
  /** Returns complex samples, interleaved. */
  samples(): Float32Array;
  config: GridConfig;
  /** Tells whether carriers may be subtracted from these samples. */
  isLinear(): boolean;
}

/**
 * Searches a part again without its carriers, if a strong one lies over other signals: the bins of a line and of its side lobes then show what they hold.
 * Otherwise returns the same grids.
 */
export async function gridsUnderCarriers(grids: SegmentGrids, part: Part): Promise<SegmentGrids> {
  const { floor } = grids.long;
  const resolution = part.config.long;
  const searched = grids.long.search();
  const known = { ...grids, long: { ...grids.long, search: () => searched } };
  const strong = searched.lines.filter(mayHide).sort((a, b) => b.peak - a.peak);
  const lines = strong.slice(0, MOST_LINES);
  if (lines.length === 0 || !part.isLinear()) return known;
  if (!lines.some((line) => isOverSignals(line, part, floor))) return known;
  const width = binWidth(resolution);
  const carriers = lines.map((line) => ({
    line,
    hz: (middleOf(line) - resolution.length / 2) * width,
    withinHz: LINE_ERROR * width,
  }));
  const rest = part.samples().slice();
  const taken = subtractCarriers(rest, carriers, { sampleRateHz: resolution.sampleRateHz, block: resolution.hop });
  if (taken.length === 0) return known;
  const without = await gridsOf(rest, part.config);
  if (densityOf(without.long.floor) < SAME_NOISE * densityOf(floor)) return known;
  const isOther = (line: Piece) =>
    taken.every(({ carrier }) => Math.abs(middleOf(carrier.line) - middleOf(line)) > MAIN_LOBE);
  const search = () => {
    const { lines: others, regions } = without.long.search();
    return { lines: [...taken.map(({ carrier }) => carrier.line), ...others.filter(isOther)], regions };
  };
  const modulates = (line: Piece, { start, stop, lowBin, highBin }: Piece) => {
    const wave = taken.find(({ carrier }) => carrier.line === line)?.wave;
    if (!wave) return undefined;
    const during = [start * resolution.hop, (stop - 1) * resolution.hop + resolution.length] as const;
    const distance = (bin: number) => (bin - middleOf(line)) / resolution.length;
    return isModulation(rest, wave, during, [distance(lowBin - 0.5), distance(highBin - 0.5)]);
  };
  return {
    ...without,
    long: { ...without.long, search },
    subtracted: { frequencies: taken.map(({ carrier }) => carrier.hz), modulates },
  };
}

const densityOf = ({ shape }: NoiseFloor) => valueOfRank(shape.slice(), shape.length >> 1);

/** Tells whether a carrier that can be subtracted lies over something else than noise: by the transforms of a narrow band around it. */
function isOverSignals(line: Piece, { samples, config: { long, thresholds } }: Part, floor: NoiseFloor): boolean {
  const { length, hop, sampleRateHz } = long;
  const middle = middleOf(line);
  const least = reachOf(line.peak) + BESIDE;
  const step = Math.max(1, Math.min(hop / LEAST_STEPS, 2 ** Math.floor(Math.log2((PASSED * length) / least))));
  const weights = windowValues("blackman", STEPS * step, true);
  const near = Float32Array.from(mixedDown(samples(), (middle - length / 2) / length, { step, weights }));
  const rateHz = sampleRateHz / step;
  const carrier = { hz: 0, withinHz: LINE_ERROR * binWidth(long) };
  if (subtractCarriers(near, [carrier], { sampleRateHz: rateHz, block: hop / step }).length === 0) return false;
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
