import { type Bins } from "./bandwidth.ts";
import { type PartSpectrum, runningSums } from "./spectrum.ts";

/** Share of the power outside the 99 % bandwidth, on both sides. */
const OUTSIDE = 0.01;
/** Share of the power beyond the known bandwidth, at least, that shows that it is too narrow. Between two lobes, a little power moves its edges far. */
const LEAST_MISSED = 0.013;
/** Places in a block where the band may end: the power of a lobe lies in its middle. */
const PLACES = 16;
/** Power that is a signal's, in standard deviations of noise. */
const SURE = 4;
/** Power over the least one of the blocks inside, from which another signal begins, and lobes that are not tested: sides fall. */
const [RISE, FIRST_RISE] = [1.03, 2];
/** Part of the blocks that tells the noise, from this share of the outermost frequency on; and the noise over the floor, which the sides themselves raise. */
const [OUTER, LEAST_NOISE, MOST_NOISE] = [0.4, 0.4, 1.03];
/** Fewest blocks that tell the noise. */
const FEWEST = 8;
/** Exponents of sides that fall with f^−p: the likeliest one, its standard deviation, and the limits. Hard edges have 2. */
const [LIKELY, LIKELY_SD, LEAST, MOST] = [2.2, 0.3, 1.7, 6];

/** Ratios of the symbol rate to a rough one that are tried, the zeros of a spectrum that tell it, and the width of a zero, in symbol rates. */
const [RATIOS, ZEROS, ZERO] = [
  Array.from({ length: 61 }, (_, i) => 0.75 * 1.01 ** i),
  [1, 2, 3, 4, 5, 6],
  0.12,
] as const;

/** A frequency range on both sides of the middle, in bins from it. */
interface Block {
  from: number;
  to: number;
  /** Power on both sides, with noise. */
  all: number;
  /** Power of the signal, and its standard deviation. */
  power: number;
  sd: number;
  /** Whether both sides are alike. */
  isAlike: boolean;
}

/** Steps towards the middle of a main lobe. */
const STEPS = 5;

/** Returns the middle of the main lobe in some bins: the mean frequency of the power between its zeros. @param lobe Half of its width, in bins. */
export function middleOfLobe({ power }: PartSpectrum, { from: low, to: high }: Bins, lobe: number): number {
  const sums = runningSums(power);
  const at = (place: number) => sums[Math.max(0, Math.min(power.length, Math.round(place)))];
  let middle = low;
  for (let place = low, most = -Infinity; place < high; place++) {
    const sum = at(place + lobe) - at(place - lobe);
    if (sum > most) [most, middle] = [sum, place];
  }
  for (let step = 0; step < STEPS; step++) {
    const [from, to] = [Math.max(0, Math.round(middle - lobe)), Math.min(power.length, Math.round(middle + lobe))];
    let [sum, moment] = [0, 0];
    for (let i = from; i < to; i++) {
      sum += power[i];
      moment += power[i] * (i + 0.5);
    }
    if (!(sum > 0)) return middle;
    middle = moment / sum;
  }
  return middle;
}

/** Returns the symbol rate of symbols with hard edges, in bins: their spectrum is zero at its multiples. @param rough A rate near it. */
export function zerosOf({ power }: PartSpectrum, middle: number, rough: number): number {
  const sums = runningSums(power);
  const at = (place: number) => sums[Math.max(0, Math.min(power.length, Math.round(place)))];
  const around = (place: number, width: number) =>
    at(middle + place + width) - at(middle + place - width) + at(middle - place + width) - at(middle - place - width);
  const depths = RATIOS.map((ratio) => {
    const rate = ratio * rough;
    const sumAt = (offset: number) => ZEROS.reduce((sum, zero) => sum + around((zero + offset) * rate, ZERO * rate), 0);
    return sumAt(0) / sumAt(0.5);
  });
  return rough * RATIOS[depths.indexOf(Math.min(...depths))];
}

/**
 * Returns half of the 99 % bandwidth of a signal whose sides fall slowly, in bins, and all of its power. Symbols with hard edges have such sides: most of
 * them lie under the noise. So both sides are added in blocks, and what lies beyond them follows from their slope. Where the sides differ much there is another
 * signal on one of them, so the weaker one counts twice.
 *
 * @param half What is known of it, in bins. @param lobe Width of a block, in bins: the symbol rate, so each one has a lobe of the sides. @param pass Bins that the cut leaves unchanged. @param most Half of the recording's band.
 * @returns Undefined if the known bandwidth has nearly all of the power.
 */
export function slowSides(
  spectrum: PartSpectrum,
  { middle, half, lobe, pass, most }: { middle: number; half: number; lobe: number; pass: Bins; most: number },
): { half: number; total: number } | undefined {
  const sums = runningSums(spectrum.power);
  const between = (from: number, to: number) => sums[Math.round(to)] - sums[Math.round(from)];
  const found = blocksOf(spectrum, { middle, lobe, end: Math.min(middle - pass.from, pass.to - middle) }, between);
  const noise = noiseBeside(found, spectrum.noise);
  const blocks = found.map((block) => ({ ...block, power: block.all - 2 * noise * (block.to - block.from) }));
  // The sides end where the rest is no more than noise.
  const rests = restsOf(blocks);
  let count = blocks.length;
  while (count > 0 && rests[count - 1].power < SURE * rests[count - 1].sd) count--;
  if (count === 0) return undefined;
  const seen = blocks.slice(0, count);
  const within = between(middle - lobe, middle + lobe) - 2 * lobe * noise;
  let rest = beyond(seen, most);
  const total = within + seen.reduce((sum, block) => sum + block.power, rest);
  const missed = seen.filter((block) => block.from >= half);
  const beyondIn = (at: number, to: number) =>
    between(middle - to, middle - at) + between(middle + at, middle + to) - 2 * noise * (to - at);
  const cut = seen.find(({ from, to, isAlike }) => isAlike && from < half && to > half);
  const missedPower = sumOf(missed, "power") + (cut ? beyondIn(half, cut.to) : 0);
  const isMissed =
    missedPower + rest > LEAST_MISSED * total && missedPower > SURE * Math.hypot(...missed.map((block) => block.sd));
  if (!isMissed) return undefined;
  if (rest > OUTSIDE * total) {
    const { to } = seen[count - 1];
    return { half: to * (rest / (OUTSIDE * total)) ** (1 / (slopeOf(seen).exponent - 1)), total };
  }
  for (const { from, to, power, isAlike } of seen.toReversed()) {
    const needed = OUTSIDE * total - rest;
    if (power > needed) {
      const reached = isAlike ? placeIn(from, to, (at) => beyondIn(at, to) - needed) : undefined;
      return { half: reached ?? to - (needed / power) * (to - from), total };
    }
    rest += power;
  }
  return undefined;
}

/** Returns the place in a block where a function of noisy sums passes 0: the middle of the first and the last such place. */
function placeIn(from: number, to: number, excess: (at: number) => number): number | undefined {
  const places = Array.from({ length: PLACES - 1 }, (_, i) => from + ((i + 1) * (to - from)) / PLACES);
  const first = places.find((at) => excess(at) <= 0);
  const last = places.findLast((at) => excess(at) >= 0);
  return first === undefined || last === undefined ? undefined : (first + last) / 2;
}

function blocksOf(
  { noise, cell }: PartSpectrum,
  { middle, lobe, end }: { middle: number; lobe: number; end: number },
  between: (from: number, to: number) => number,
): Block[] {
  const blocks: Block[] = [];
  for (let from = lobe; from + lobe <= end; from += lobe) {
    const to = from + lobe;
    const sd = noise * Math.sqrt((to - from) * cell);
    const [less, more] = [between(middle - to, middle - from), between(middle + from, middle + to)].toSorted(
      (a, b) => a - b,
    );
    const isAlike = more - less < 5 * sd + Math.max(0, less - noise * (to - from));
    const all = isAlike ? less + more : 2 * less;
    const least = Math.min(...blocks.map((block) => block.all));
    if (from > FIRST_RISE * lobe && all > RISE * least + SURE * Math.SQRT2 * sd) return blocks;
    blocks.push({ from, to, all, power: 0, sd: Math.SQRT2 * sd, isAlike });
  }
  return blocks;
}

/** Returns the noise under the outer blocks: their density is a constant, and sides that fall with 1/f². */
function noiseBeside(blocks: readonly Block[], noise: number): number {
  if (blocks.length < FEWEST) return noise;
  const { to: end } = blocks[blocks.length - 1];
  let [ones, firsts, seconds, densities, products] = [0, 0, 0, 0, 0];
  for (const { from, to, all } of blocks) {
    if (from < OUTER * end) continue;
    const weight = to - from;
    const side = end ** 2 / (from * to);
    const density = all / (to - from) / 2;
    ones += weight;
    firsts += weight * side;
    seconds += weight * side * side;
    densities += weight * density;
    products += weight * side * density;
  }
  const spread = ones * seconds - firsts * firsts;
  const found = (densities * seconds - products * firsts) / spread;
  const isFalling = ones * products > firsts * densities;
  const level = isFalling ? found : densities / ones;
  return Number.isFinite(level) ? Math.max(LEAST_NOISE * noise, Math.min(MOST_NOISE * noise, level)) : noise;
}

const sumOf = (blocks: readonly Block[], what: "power" | "width") =>
  blocks.reduce((sum, { power, from, to }) => sum + (what === "width" ? to - from : power), 0);

/** The power from each block on, and its standard deviation. */
function restsOf(blocks: readonly Block[]): { power: number; sd: number }[] {
  const rests: { power: number; sd: number }[] = [];
  let [power, sd] = [0, 0];
  for (const block of blocks.toReversed()) {
    power += block.power;
    sd = Math.hypot(sd, block.sd);
    rests.unshift({ power, sd });
  }
  return rests;
}

/** The slope of the outer half of the blocks, in logarithms, and the density at the end. */
function slopeOf(blocks: readonly Block[]): { exponent: number; density: number } {
  const { to } = blocks[blocks.length - 1];
  const part = (from: number, end: number) => {
    const some = blocks.filter((block) => block.from >= from && block.to <= end * 1.0001);
    const power = sumOf(some, "power");
    const sd = Math.hypot(...some.map((block) => block.sd));
    return { density: power / sumOf(some, "width"), error: sd / Math.max(1e-300, power), count: some.length };
  };
  const [near, far] = [part(to / 2, to / Math.SQRT2), part(to / Math.SQRT2, to)];
  const known = near.count > 0 && far.count > 0 && near.density > 0 && far.density > 0;
  const found = known ? 2 * Math.log2(near.density / far.density) : LIKELY;
  const error = known ? (2 / Math.LN2) * Math.hypot(near.error, far.error) + 0.1 : Infinity;
  const weight = LIKELY_SD ** 2 / (LIKELY_SD ** 2 + error ** 2);
  const exponent = Math.max(LEAST, Math.min(MOST, LIKELY + (found - LIKELY) * weight));
  // The mean density of the outer half, at its end.
  const all = part(to / 2, to);
  const density = Math.max(0, all.density || 0) * ((exponent - 1) / (2 * (2 ** (exponent - 1) - 1)));
  return { exponent, density };
}

/** The power beyond the last block. */
function beyond(blocks: readonly Block[], most: number): number {
  const { exponent, density } = slopeOf(blocks);
  const { to } = blocks[blocks.length - 1];
  // A receiver filters what lies beyond the recording's band, and made samples fold it back: half of it counts.
  return ((density * to) / (exponent - 1)) * (1 - Math.min(1, to / most) ** (exponent - 1) / 2);
}
