import { middleOf } from "./images.ts";
import { type Piece, pieceOf } from "./pieces/pieces.ts";
import { valueOfRank } from "./ranks.ts";
import { type CellRun, type RatioGrid, zeroOf } from "./regions.ts";

/** Fewest frames in which a line can be told from a burst. */
const LEAST_FRAMES = 64;
/** Least ratio to the noise, and to the neighbourhood, that a line has for three quarters of the time. */
const [LEAST_RATIO, PROMINENCE] = [8, 4];
/** Least lower quartile of the powers over time, relative to the upper one: a modulated signal varies more than a carrier. The receiver's constant may lie under a signal. */
const STEADY = 0.3;
/**
 * Two keyed tones are steady only in the bin between them: in the bins on both sides the power comes and goes. This is the largest product of the ratios of those two bins.
 * A burst over a line may leave the line's bin steady, too, but then the product is larger. The window's transform gives 0.0174 for a line in the middle of its bin, and 0.0137 for one between two bins.
 */
const KEYED = 0.012;
/**
 * Exponential powers have ln(4/3) / ln 4 of this ratio. Its logarithm has a standard deviation of this over the root of independent powers
 * (from the variances of sample quantiles), of which a frame has this share. A line exceeds chance by this many deviations.
 */
const [CHANCE, DEVIATION, FRAME_SHARE, DEVIATIONS] = [Math.log(4 / 3) / Math.log(4), 1.98, 0.6, 4];
/** Lower quartile, in units of the neighbourhood's, at which a line ends; and its half width at most, bins, if its side lobes do not reach further. */
const [SKIRT, WIDEST] = [1.5, 12];
/** Bins on each side beyond a line that are its neighbourhood. */
const NEIGHBOURS = 12;
/** Lower quartile of a cell of noise: ln 4/3. */
const NOISE = 0.288;
/** Bins beside a line that replace it. */
export const BESIDE = 4;

/** The lower and the upper quartile of each bin over time. */
export interface Quartiles {
  lower: Float64Array;
  upper: Float64Array;
}

/** A line beyond an end of the band: the bin that it would have there, and the power of its strongest bin. */
interface LineBeyond {
  place: number;
  power: number;
}

/** Bins [low, high) of a line with its side lobes; or, with `beyond`, what of that line has passed one end of the band and appears at the other. */
export type LineBand = readonly [low: number, high: number, beyond?: LineBeyond];

/**
 * Takes the narrow steady signals that are on for most of the frames out of a grid, and returns them. Their cells get the mean of the
 * cells on both sides, so that a burst over a carrier, or over the receiver's constant, keeps its own edges.
 */
export function takeLines(grid: RatioGrid, bands = lineBands(quartilesOf(grid), grid.frames, grid)): Piece[] {
  const taken: Piece[][] = [];
  for (const band of bands) {
    // What has passed an end of the band follows its line, which is the strongest one there.
    const [whole] = (band[2] && taken.at(-1)) ?? [];
    if (whole) whole.beyond = partBeyond(grid, band);
    taken.push(linesIn(grid, band));
    replace(grid, band);
  }
  return taken.flat();
}

/** Bins on each side of a line that its main lobe reaches: the transform of Blackman's window is 0 after 3. */
export const MAIN_LOBE = 3;

/** Largest error of a line's place, bins. */
export const LINE_ERROR = 0.25;

/** Least peak, over the noise, of a line whose side lobes may hide signals. */
const HIDING_PEAK = 1000;

/** Tells whether the side lobes of a line may hide signals: they reach far over the noise. */
export const mayHide = ({ peak }: Piece) => peak >= HIDING_PEAK;

/** Largest power of a side lobe over the law below: lines lie between bins. */
const LOBE_MARGIN = 8;

/** Returns the lines in a band, the strongest first: strong ones may be so close that their side lobes meet. Side lobes are no part of a line: a signal among them is another one. */
export function linesIn(grid: RatioGrid, band: LineBand): Piece[] {
  const [low, high, beyond] = band;
  const { spectrum } = pieceOf(grid, runsOfLine(band, grid.frames));
  // Powers of a spectrum are sums over all frames.
  const peaks: LineBeyond[] = beyond ? [{ place: beyond.place - low, power: beyond.power * grid.frames }] : [];
  for (const k of Array.from(spectrum.keys()).sort((x, y) => spectrum[y] - spectrum[x])) {
    const own = { place: k, power: spectrum[k] };
    if (peaks.length === 0) peaks.push(own);
    const distances = peaks.map(({ place }) => Math.abs(k - place));
    if (Math.min(...distances) <= MAIN_LOBE) continue;
    const lobes = peaks.reduce((sum, { power }, i) => sum + (power * SIDE_LOBES) / distances[i] ** 6, 0);
    if (standsOut(spectrum, k) && spectrum[k] > LOBE_MARGIN * lobes) peaks.push(own);
  }
  return peaks.slice(beyond ? 1 : 0).map((peak) => {
    const place = low + peak.place;
    // What lies nearer to the line beyond is that line's.
    const middle = beyond && (place + beyond.place) / 2;
    const from = Math.max(low, place - MAIN_LOBE, middle !== undefined && middle < place ? Math.ceil(middle) : low);
    const to = Math.min(high, place + MAIN_LOBE + 1, middle !== undefined && middle > place ? Math.ceil(middle) : high);
    return pieceOf(grid, runsOfLine([from, to], grid.frames));
  });
}

/** Returns the main lobe of a line beyond an end of the band, as far as it appears at the other; undefined if none of it does. */
function partBeyond(grid: RatioGrid, [low, high, beyond]: LineBand): Piece | undefined {
  if (!beyond) return undefined;
  const [from, to] = [Math.max(low, beyond.place - MAIN_LOBE), Math.min(high, beyond.place + MAIN_LOBE + 1)];
  return to > from ? pieceOf(grid, runsOfLine([from, to], grid.frames)) : undefined;
}

/** Tells whether a bin is stronger than its neighbours, and far stronger than what lies beyond the main lobe of a line. */
function standsOut(levels: Float64Array, k: number): boolean {
  const at = (i: number) => levels[i] ?? 0;
  const beside = Math.max(at(k - MAIN_LOBE - 1), at(k + MAIN_LOBE + 1));
  return at(k) >= Math.max(at(k - 1), at(k + 1), PROMINENCE * beside);
}

/** Returns the runs of a line: it is on in all frames. */
const runsOfLine = ([low, high]: LineBand, frames: number): CellRun[] =>
  Array.from({ length: frames }, (_, frame) => ({ frame, low, high, short: true, long: true }));

/**
 * Largest distance of the receiver's constant from frequency 0, bins; and of the middle of its positive frequencies, which are all that real samples
 * show: it is 0.27, and 0.3 for a tone at 0.2 bins.
 */
const [CONSTANT, REAL_CONSTANT] = [0.2, 0.33];

/** Tells whether a line is the receiver's constant. The power of a real tone at so low a frequency is not steady. @param grid Of the line. */
export function isConstant(line: Piece, grid: Pick<RatioGrid, "bins" | "zero" | "isReal">): boolean {
  const distance = Math.abs(middleOf(line) - zeroOf(grid));
  if (!grid.isReal) return distance < CONSTANT;
  const { envelope } = line;
  const [lower, upper] = [1, 3].map((quarter) => valueOfRank(envelope.slice(), (quarter * envelope.length) >> 2));
  return distance < REAL_CONSTANT && lower >= STEADY * upper;
}

/** Returns the bands of lines, the strongest first. @param quartiles Of ratios to the noise. */
export function lineBands(
  quartiles: Quartiles,
  frames: number,
  { zero, hasNoConstant, subtracted = [] }: Pick<RatioGrid, "zero" | "hasNoConstant" | "subtracted"> = {},
): LineBand[] {
  if (frames < LEAST_FRAMES) return [];
  const lower = quartiles.lower.slice();
  const { upper } = quartiles;
  const bins = lower.length;
  const middle = zeroOf({ bins, zero });
  const bands: LineBand[] = [];
  const steady = leastSteadiness(frames);
  const order = Array.from(lower.keys()).filter(
    (k) =>
      lower[k] >= LEAST_RATIO &&
      ((lower[k] >= steady * upper[k] && !isMiddleOfTones(quartiles, k)) ||
        (!hasNoConstant && Math.abs(k - middle) < 1 && isPeak(lower, k))) &&
      !subtracted.some((line) => isLeft(quartiles.lower, k, line)),
  );
  order.sort((a, b) => lower[b] - lower[a]);
  const taken = new Uint8Array(bins);
  for (const peak of order) {
    if (taken[peak]) continue;
    const found = bandsOf(lower, peak);
    if (found.some(([low, high]) => taken.subarray(low, high).includes(1))) continue;
    for (const [low, high] of found) {
      taken.fill(1, low, high);
      lower.fill(0, low, high);
    }
    bands.push(...found);
  }
  return bands;
}

const isPeak = (levels: Float64Array, k: number) =>
  [-1, 1].every((side) => levels[k] >= levels[(k + side + levels.length) % levels.length]);

/** Tells whether a bin lies in the middle of the tones of a keyed signal that are about two bins apart. */
function isMiddleOfTones({ lower, upper }: Quartiles, k: number): boolean {
  const bins = lower.length;
  const [below, above] = [(k + bins - 1) % bins, (k + 1) % bins];
  return lower[below] * lower[above] < KEYED * upper[below] * upper[above];
}

/** Tells whether a bin shows what is left around a line that was subtracted: it lies within its main lobe, or beside something stronger there. */
function isLeft(levels: Float64Array, k: number, line: number): boolean {
  // Both sidebands of a tone count, wherever the line lies between bins.
  const distance = Math.min(Math.abs(k - line), Math.abs(Math.round(2 * line) - k - line));
  if (distance <= MAIN_LOBE || distance > 2 * MAIN_LOBE) return distance <= MAIN_LOBE;
  const lobe = levels.subarray(Math.max(0, Math.ceil(line - MAIN_LOBE)), Math.floor(line + MAIN_LOBE) + 1);
  return lobe.some((level) => level > levels[k]);
}

/** Frames that give a bin's quartiles, at least; in longer grids some are left out. */
export const QUARTILE_FRAMES = 256;

/** Least ratio of the quartiles of a line: in few frames, a modulated signal of many bins has one by chance that varies little. */
function leastSteadiness(frames: number): number {
  const independent = Math.min(QUARTILE_FRAMES, FRAME_SHARE * frames);
  return Math.max(STEADY, CHANCE * Math.exp((DEVIATIONS * DEVIATION) / Math.sqrt(independent)));
}

export function quartilesOf({ ratios, frames, bins }: RatioGrid): Quartiles {
  const step = Math.max(1, Math.floor(frames / QUARTILE_FRAMES));
  const values = new Float32Array(Math.floor(frames / step));
  const [lower, upper] = [new Float64Array(bins), new Float64Array(bins)];
  for (let k = 0; k < bins; k++) {
    for (let i = 0; i < values.length; i++) values[i] = ratios[i * step * bins + k];
    lower[k] = valueOfRank(values, values.length >> 2);
    upper[k] = valueOfRank(values, (3 * values.length) >> 2);
  }
  return { lower, upper };
}

/** Blackman's window: a₀ + a₁ cos x + a₂ cos 2x. */
const [A0, A1, A2] = [0.42, 0.5, 0.08];
/**
 * Power of the side lobes at a distance of d bins is this, over d⁶, relative to the line. The transform of the window is
 * sin(πd)/π · (a₀/d − a₁d/(d² − 1) + a₂d/(d² − 4)): since a₀ + a₂ = a₁, it falls with 1/d³.
 */
const SIDE_LOBES = ((4 * A2 - A1) / (Math.PI * A0)) ** 2;

/** The distance from a line, bins, at which its side lobes in noise end it. @param level Of its strongest bin; the next one may be nearer. */
const sideLobesOf = (level: number) => Math.ceil(((SIDE_LOBES * level) / (SKIRT - 1) / NOISE) ** (1 / 6)) + 1;

/** Largest distance from a line, bins, over which it may hide signals. @param level Of its strongest bin. */
export const reachOf = (level: number) => Math.max(WIDEST, sideLobesOf(level));

/**
 * The bins of a line around its strongest one: one band, and a second one where it passes an end of the band; none if it is wide, or does not
 * stand out. Negative frequencies of real samples are 0, and end it.
 */
function bandsOf(levels: Float64Array, peak: number): LineBand[] {
  const bins = levels.length;
  const inBand = (k: number) => (k + bins) % bins;
  const at = (k: number) => levels[inBand(k)];
  const half = bins / 2;
  const most = reachOf(levels[peak]);
  const around = Array.from({ length: NEIGHBOURS }, (_, i) => i + most + 1).filter((d) => d <= half);
  const isWithin = (k: number) => k >= 0 && k < bins;
  const background = around
    .flatMap((d) => [peak - d, peak + d])
    .filter((k) => isWithin(k) || at(k) > 0)
    .map(at)
    .sort((a, b) => a - b);
  const level = Math.max(NOISE, background[background.length >> 1] ?? 0);
  if (levels[peak] < PROMINENCE * level) return [];
  const lobes = sideLobesOf(levels[peak]);
  const reach = (step: number) => {
    for (let d = 1, end = most; d <= end; d++) {
      if (d >= half) return half;
      const bin = peak + step * d;
      // The transform of the window is 0 at 3.055 bins: among side lobes over the noise, a single bin there may hold noise only.
      const ahead = d < lobes ? [bin, bin + step] : [bin];
      if (!ahead.some((one) => at(one) > SKIRT * level)) return d;
      // The side lobes of another line may continue this one's.
      if (d > MAIN_LOBE && standsOut(levels, inBand(bin))) end = Math.max(end, d + sideLobesOf(at(bin)));
    }
    return undefined;
  };
  const [below, above] = [reach(-1), reach(1)];
  if (!below || !above) return [];
  if (below === half && above === half) return [[0, bins]];
  const [low, high] = [peak - below + 1, peak + above];
  const band = [Math.max(0, low), Math.min(bins, high)] as const;
  const power = levels[peak];
  if (low < 0) return [band, [bins + low, bins, { place: peak + bins, power }]];
  return high > bins ? [band, [0, high - bins, { place: peak - bins, power }]] : [band];
}

function replace({ ratios, frames, bins }: RatioGrid, [low, high]: LineBand): void {
  for (let t = 0; t < frames; t++) {
    const row = ratios.subarray(t * bins, (t + 1) * bins);
    let [sum, count] = [0, 0];
    for (let d = 0; d < BESIDE; d++) {
      for (const k of [low - 1 - d, high + d]) {
        if (k < 0 || k >= bins) continue;
        sum += row[k];
        count++;
      }
    }
    row.fill(sum / count, low, high);
  }
}
