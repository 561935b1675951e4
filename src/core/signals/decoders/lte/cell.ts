import type { CarrierReader } from "./carriers.ts";
import { HALF_FRAME, MOST_HALVES, type PrimaryPeak, type PrimarySearch } from "./search.ts";
import { GROUPS, LTE_RATE, primarySignal, SECONDARY, secondaryShifts, SLOT, SYMBOL, symbolStart } from "./signals.ts";

/** Samples of a radio frame. */
export const FRAME = 2 * HALF_FRAME;

/** Where the synchronization signals lie: samples of the symbols without cyclic prefixes. */
export interface CellLayout {
  duplex: "FDD" | "TDD";
  extended: boolean;
  /** From the start of the secondary signal to the primary one. */
  distance: number;
  /** From the frame's start to the first primary signal. */
  primary: number;
}

const LAYOUTS: readonly CellLayout[] = [
  { duplex: "FDD", extended: false, distance: 137, primary: 832 },
  { duplex: "FDD", extended: true, distance: 160, primary: 832 },
  { duplex: "TDD", extended: false, distance: 412, primary: 2204 },
  { duplex: "TDD", extended: true, distance: 480, primary: 2272 },
];

/** A cell with its timing in the samples that were searched. */
export interface FoundCell extends CellLayout {
  /** Physical cell identity, 0 to 503. */
  cell: number;
  /** The first sample of a radio frame; may be negative. */
  frame: number;
  offsetHz: number;
}

/** −log of the probability that noise passes for one secondary signal. */
const SURPRISE = 10;

const SYNC_CARRIERS = 62;
const primaries = [0, 1, 2].map(primarySignal);
const shifts = Array.from({ length: GROUPS }, (_, group) => secondaryShifts(group));

/** Moves a peak to the best sample, and its offset to what the halves of the symbols tell. */
export function refinePeak(search: PrimarySearch, samples: Float32Array, peak: PrimaryPeak): PrimaryPeak {
  const halves = halvesAround(peak.start, samples.length / 2);
  let best = { ...peak, power: -1 };
  for (let move = -2; move <= 2; move++) {
    let [power, re, im] = [0, 0, 0];
    for (const half of halves) {
      const start = peak.start + half * HALF_FRAME + move;
      if (start < 0 || 2 * (start + SYMBOL) > samples.length) continue;
      const [a, b, c, d] = search.correlate(samples, peak.id, start, peak.offsetHz);
      power += (a + c) ** 2 + (b + d) ** 2;
      re += c * a + d * b;
      im += d * a - c * b;
    }
    if (power <= best.power) continue;
    const offsetHz = peak.offsetHz + (Math.atan2(im, re) * LTE_RATE) / (2 * Math.PI * (SYMBOL / 2));
    best = { ...peak, start: peak.start + move, offsetHz, power };
  }
  return best;
}

/**
 * Identifies the cell of a primary signal from the secondary signals before it and before its neighbours 5 ms away.
 *
 * @returns The cell, or undefined if noise may give a likeness as large.
 */
export function identifyCell(reader: CarrierReader, samples: Float32Array, peak: PrimaryPeak): FoundCell | undefined {
  const { id, offsetHz } = peak;
  const length = samples.length / 2;
  const halves = halvesAround(peak.start, length).map((half) => {
    const start = peak.start + half * HALF_FRAME;
    return { half, start, channel: channelOf(reader, samples, { id, start, offsetHz }) };
  });
  let best: (FoundCell & { margin: number }) | undefined;
  for (const layout of LAYOUTS) {
    const likeness = new Float64Array(GROUPS * 2);
    let count = 0;
    for (const { half, start, channel } of halves) {
      const place = { start: start - layout.distance, origin: start, offsetHz, count: SYNC_CARRIERS };
      const weights = place.start < 0 ? undefined : weighted(reader.read(samples, place), channel);
      if (!weights) continue;
      count++;
      addLikeness(likeness, id, weights, half & 1);
    }
    if (count === 0) continue;
    const first = likeness.reduce((most, value, i) => (value > likeness[most] ? i : most), 0);
    // A sum of `count` exponential variables exceeds this with a probability of at most exp(−SURPRISE).
    const margin = likeness[first] - (count + Math.sqrt(2 * SURPRISE * count) + SURPRISE);
    if (margin <= 0 || margin <= (best?.margin ?? 0)) continue;
    const frame = peak.start - layout.primary - (first & 1) * HALF_FRAME;
    best = { ...layout, cell: 3 * (first >> 1) + id, frame, offsetHz, margin };
  }
  return best;
}

/**
 * Returns a carrier offset from the cyclic prefixes of subframes 0 and 5, which are sent in every frame. Prefixes tell the offset except for
 * multiples of 15 kHz: the one nearest to the cell's offset counts.
 */
export function refineOffset(samples: Float32Array, { frame, extended, offsetHz }: FoundCell): number {
  const length = samples.length / 2;
  const symbols = extended ? 6 : 7;
  // The first samples of a prefix hold echoes of the symbol before.
  const [from, to] = extended ? [-24, 0] : [-7, 0];
  let [re, im] = [0, 0];
  for (let start = frame % HALF_FRAME; start < length; start += HALF_FRAME) {
    for (const slot of [start, start + SLOT]) {
      for (let symbol = 0; symbol < symbols; symbol++) {
        const first = slot + symbolStart(symbol, extended);
        if (first + from < 0 || first + SYMBOL > length) continue;
        for (let n = 2 * (first + from); n < 2 * (first + to); n += 2) {
          const [a, b, c, d] = [samples[n], samples[n + 1], samples[n + 2 * SYMBOL], samples[n + 2 * SYMBOL + 1]];
          re += a * c + b * d;
          im += a * d - b * c;
        }
      }
    }
  }
  const spacing = LTE_RATE / SYMBOL;
  const part = (Math.atan2(im, re) / (2 * Math.PI)) * spacing;
  return part + spacing * Math.round((offsetHz - part) / spacing);
}

/** Numbers of half frames from the peak's, later ones first, whose primary signal lies in the samples. */
function halvesAround(start: number, length: number): number[] {
  const order = Array.from({ length: 2 * MOST_HALVES - 1 }, (_, i) => (i < MOST_HALVES ? i : MOST_HALVES - 1 - i));
  const inside = order.filter((half) => start + half * HALF_FRAME >= 0 && start + half * HALF_FRAME + SYMBOL <= length);
  return inside.slice(0, MOST_HALVES);
}

/** The channel at a primary signal's carriers, averaged over five of them; complex [62]. */
function channelOf(
  reader: CarrierReader,
  samples: Float32Array,
  { id, start, offsetHz }: { id: number; start: number; offsetHz: number },
): Float64Array {
  const carriers = reader.read(samples, { start, origin: start, offsetHz, count: SYNC_CARRIERS });
  const signal = primaries[id];
  const channel = new Float64Array(2 * SYNC_CARRIERS);
  for (let i = 0; i < SYNC_CARRIERS; i++) {
    for (let k = Math.max(0, i - 2); k <= Math.min(SYNC_CARRIERS - 1, i + 2); k++) {
      channel[2 * i] += carriers[2 * k] * signal[2 * k] + carriers[2 * k + 1] * signal[2 * k + 1];
      channel[2 * i + 1] += carriers[2 * k + 1] * signal[2 * k] - carriers[2 * k] * signal[2 * k + 1];
    }
  }
  return channel;
}

/** Carriers times the conjugate of the channel, with power 1 in sum; undefined where both are 0. */
function weighted(carriers: Float64Array, channel: Float64Array): Float64Array | undefined {
  const weights = new Float64Array(carriers.length);
  let power = 0;
  for (let i = 0; i < carriers.length; i += 2) {
    weights[i] = carriers[i] * channel[i] + carriers[i + 1] * channel[i + 1];
    weights[i + 1] = carriers[i + 1] * channel[i] - carriers[i] * channel[i + 1];
    power += weights[i] ** 2 + weights[i + 1] ** 2;
  }
  return power > 0 ? weights.map((weight) => weight / Math.sqrt(power)) : undefined;
}

/** Products of weights with the sequence s at each of 31 shifts; complex. */
function shifted(weights: Float64Array): Float64Array {
  const products = new Float64Array(62);
  const { s } = SECONDARY;
  for (let shift = 0; shift < 31; shift++) {
    let [re, im] = [0, 0];
    for (let n = 0; n < 31; n++) {
      re += s[n + shift] * weights[2 * n];
      im += s[n + shift] * weights[2 * n + 1];
    }
    products[2 * shift] = re;
    products[2 * shift + 1] = im;
  }
  return products;
}

/**
 * Adds |Σ weight·signal|² for each group and half frame; `odd`: this half frame is the other one than the peak's. The even carriers hold s
 * with one shift, the odd ones s with another shift, times z with the first shift modulo 8.
 */
function addLikeness(likeness: Float64Array, id: number, weights: Float64Array, odd: number): void {
  const { c, z } = SECONDARY;
  const part = (first: number, sign: (n: number) => number) =>
    shifted(Float64Array.from({ length: 62 }, (_, i) => sign(i >> 1) * weights[4 * (i >> 1) + 2 * first + (i & 1)]));
  const even = part(0, (n) => c[n + id]);
  const odds = Array.from({ length: 8 }, (_, turn) => part(1, (n) => c[n + id + 3] * z[n + turn]));
  for (let group = 0; group < GROUPS; group++) {
    for (let half = 0; half < 2; half++) {
      const [a, b] = [shifts[group][half], shifts[group][1 - half]];
      const re = even[2 * a] + odds[a % 8][2 * b];
      const im = even[2 * a + 1] + odds[a % 8][2 * b + 1];
      // Index: the half of the frame in which the peak's own half frame would lie.
      likeness[2 * group + (half ^ odd)] += re * re + im * im;
    }
  }
}
