import { createPffft, type Pffft } from "../../../fft/pffft.ts";
import { carrierBin, LTE_RATE, primarySignal, SYMBOL } from "./signals.ts";

/** A place where a primary synchronization signal may be, also half frames later. */
export interface PrimaryPeak {
  /** N_ID2. */
  id: number;
  /** Sample of the symbol's start, without its cyclic prefix. */
  start: number;
  /** Carrier offset, Hz. */
  offsetHz: number;
  /** Squared likeness with the signal in half the band, 0 to 1, summed over up to four half frames. */
  likeness: number;
}

/** Samples between two primary signals of a cell. */
export const HALF_FRAME = 9600;
/** Half frames whose likeness is summed, at most. */
export const MOST_HALVES = 4;
/** Starts that a block finds: two blocks find all starts of a half frame. */
const HOP = HALF_FRAME / 2;
/** Samples per transform of the search, and of the correlations, which have half the rate. */
const BLOCK = 5120;
const HALF_BLOCK = BLOCK / 2;
/** Assumed carrier offsets are half a subcarrier apart: then the worst one costs 0.9 dB. Bins of the transform. */
const OFFSET_STEP = 20;
/** Largest assumed carrier offset: 75 kHz. */
const OFFSET_STEPS = 10;
const BIN_HZ = LTE_RATE / BLOCK;
/** Bins about frequency 0 that a receiver's constant may fill. */
const CONSTANT_BINS = 2;
/** Bins from the middle half's edges to the largest offset's. */
const MARGIN = OFFSET_STEP * OFFSET_STEPS;
/**
 * Least sums of likeness in 1, 2, … half frames. The likeness of noise in 64 samples has nearly an exponential distribution with mean 1/64:
 * it reaches each sum with a probability of about 2.5·10^-6.
 */
const LEAST_SUMS = [Infinity, 0.185, 0.24, 0.278, 0.314];
/** A symbol at half the rate. */
const LENGTH = SYMBOL / 2;
/** Samples and Hz within which peaks of one root are one. */
const SAME_SAMPLES = 6;
const SAME_HZ = 15e3;
/**
 * A Zadoff-Chu sequence resembles itself at other offsets and times within a symbol, at fading even more than at the true ones. So this many
 * peaks of a root count in a symbol.
 */
const MOST_GHOSTS = 4;
/** Most peaks of a block. */
const MOST_PEAKS = 12;

/** Finds primary synchronization signals of any carrier offset up to 75 kHz. */
export interface PrimarySearch {
  /**
   * Searches for symbols that start in [from, to) of complex samples, at most four half frames, where `to` + 128 samples exist. Each peak lies
   * in the first half frame. The strongest come first.
   */
  search(samples: Float32Array, from: number, to: number): PrimaryPeak[];
  /** Complex products of samples with the signal of an N_ID2: of the first and the second half of the symbol. */
  correlate(samples: Float32Array, id: number, start: number, offsetHz: number): [number, number, number, number];
}

/** The symbol of a primary signal in time, complex [128], energy 1. */
function primarySymbol(id: number): Float64Array {
  const signal = primarySignal(id);
  const carriers = signal.length / 2;
  const symbol = new Float64Array(2 * SYMBOL);
  const scale = 1 / Math.sqrt(SYMBOL * carriers);
  for (let n = 0; n < SYMBOL; n++) {
    for (let i = 0; i < carriers; i++) {
      const angle = (2 * Math.PI * ((carrierBin(i, carriers) * n) % SYMBOL)) / SYMBOL;
      const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
      symbol[2 * n] += signal[2 * i] * cos - signal[2 * i + 1] * sin;
      symbol[2 * n + 1] += signal[2 * i] * sin + signal[2 * i + 1] * cos;
    }
  }
  return symbol;
}

/** Creates the search. It transforms with PFFFT. */
export async function createPrimarySearch(): Promise<PrimarySearch> {
  const wide = await createPffft(BLOCK, 2);
  const narrow = await createPffft(HALF_BLOCK, 2);
  const symbols = [0, 1, 2].map(primarySymbol);
  const spectra = symbols.map((symbol) => spectrumOf(wide, symbol));
  // Of each half frame: the middle of the block's spectrum in rising frequency, with the margin at both ends, and energies.
  const middles = Array.from({ length: MOST_HALVES }, () => new Float32Array(2 * (HALF_BLOCK + 2 * MARGIN)));
  const energies = Array.from({ length: MOST_HALVES }, () => new Float32Array(HALF_BLOCK));
  const sums = new Float32Array(HOP / 2);
  const leastSums = new Float32Array(HOP / 2);

  /** Adds the likeness of a block with one signal at one offset. */
  const addLikeness = (half: number, id: number, step: number) => {
    const energy = energies[half];
    multiply(narrow.vector(0), middles[half], spectra[id], MARGIN + step * OFFSET_STEP);
    narrow.transform(0, 1, true);
    const c = narrow.vector(1);
    // The likeness at each start, and between it and the next one, where both have the same phase.
    let re = c[0];
    let im = c[1];
    for (let n = 0; n < HOP / 2; n++) {
      const nextRe = c[2 * n + 2];
      const nextIm = c[2 * n + 3];
      const sumRe = re + nextRe;
      const sumIm = im + nextIm;
      const here = re * re + im * im;
      const between = (sumRe * sumRe + sumIm * sumIm) / 2;
      sums[n] += (here > between ? here : between) / energy[n];
      re = nextRe;
      im = nextIm;
    }
  };
  /** Transforms a block of each half frame; returns how many have samples. */
  const transformBlocks = (samples: Float32Array, first: number, to: number): number => {
    let halves = 0;
    for (let start = first; start < to && halves < MOST_HALVES; start += HALF_FRAME, halves++) {
      const block = wide.vector(0);
      block.fill(0);
      block.set(samples.subarray(2 * start, 2 * Math.min(start + BLOCK, samples.length / 2)));
      wide.transform(0, 1);
      cutMiddle(wide.vector(1), middles[halves]);
      findEnergies(narrow, middles[halves], energies[halves]);
      // Starts beyond the end do not count.
      energies[halves].fill(Infinity, Math.max(0, Math.ceil((to - start) / 2)));
    }
    for (let n = 0; n < leastSums.length; n++) {
      leastSums[n] = LEAST_SUMS[energies.slice(0, halves).filter((energy) => energy[n] < Infinity).length];
    }
    return halves;
  };

  return {
    search(samples, from, to) {
      const peaks: PrimaryPeak[] = [];
      for (let first = from; first < Math.min(to, from + HALF_FRAME); first += HOP) {
        const halves = transformBlocks(samples, first, to);
        const found: PrimaryPeak[] = [];
        for (let id = 0; id < 3; id++) {
          for (let step = -OFFSET_STEPS; step <= OFFSET_STEPS; step++) {
            sums.fill(0);
            for (let half = 0; half < halves; half++) addLikeness(half, id, step);
            for (let n = 0; n < sums.length; n++) {
              if (sums[n] < leastSums[n]) continue;
              const offsetHz = step * OFFSET_STEP * BIN_HZ;
              keep(found, { id, start: first + 2 * n, offsetHz, likeness: sums[n] });
            }
          }
        }
        peaks.push(...strongest(found));
      }
      return peaks.sort((a, b) => b.likeness - a.likeness);
    },
    correlate(samples, id, start, offsetHz) {
      const symbol = symbols[id];
      const turn = (-2 * Math.PI * offsetHz) / LTE_RATE;
      const sums: [number, number, number, number] = [0, 0, 0, 0];
      for (let n = 0; n < SYMBOL; n++) {
        const [cos, sin] = [Math.cos(turn * n), Math.sin(turn * n)];
        const at = 2 * (start + n);
        const [re, im] = [samples[at] * cos - samples[at + 1] * sin, samples[at] * sin + samples[at + 1] * cos];
        const part = n < SYMBOL / 2 ? 0 : 2;
        sums[part] += re * symbol[2 * n] + im * symbol[2 * n + 1];
        sums[part + 1] += im * symbol[2 * n] - re * symbol[2 * n + 1];
      }
      return sums;
    },
  };
}

/** The middle half of the spectrum of 128 samples followed by zeros, in rising frequency, with energy 1 at half the rate. */
function spectrumOf(wide: Pffft, symbol: Float64Array): Float32Array {
  wide.vector(0).fill(0);
  wide.vector(0).set(symbol);
  wide.transform(0, 1);
  const spectrum = wide.vector(1);
  const middle = new Float32Array(2 * HALF_BLOCK);
  middle.set(spectrum.subarray(2 * BLOCK - HALF_BLOCK));
  middle.set(spectrum.subarray(0, HALF_BLOCK), HALF_BLOCK);
  let energy = 0;
  for (const value of middle) energy += value * value;
  const scale = Math.sqrt(HALF_BLOCK / energy);
  return middle.map((value) => value * scale);
}

/** Keeps the largest of peaks that are one. */
function keep(found: PrimaryPeak[], peak: PrimaryPeak): void {
  const near = found.findIndex(
    (other) =>
      other.id === peak.id &&
      Math.abs(other.start - peak.start) <= SAME_SAMPLES &&
      Math.abs(other.offsetHz - peak.offsetHz) <= SAME_HZ,
  );
  if (near < 0) found.push(peak);
  else if (found[near].likeness < peak.likeness) found[near] = peak;
}

/** The strongest peaks, of which few lie in one symbol. */
function strongest(found: PrimaryPeak[]): PrimaryPeak[] {
  const chosen: PrimaryPeak[] = [];
  for (const peak of found.toSorted((a, b) => b.likeness - a.likeness)) {
    const near = chosen.filter(({ id, start }) => id === peak.id && Math.abs(start - peak.start) < SYMBOL);
    if (near.length < MOST_GHOSTS) chosen.push(peak);
    if (chosen.length === MOST_PEAKS) break;
  }
  return chosen;
}

/** Copies the middle of a spectrum in rising frequency, without a constant's bins. */
function cutMiddle(spectrum: Float32Array, middle: Float32Array): void {
  const below = HALF_BLOCK / 2 + MARGIN;
  middle.set(spectrum.subarray(2 * (BLOCK - below)));
  middle.set(spectrum.subarray(0, 2 * below), 2 * below);
  middle.fill(0, 2 * (below - CONSTANT_BINS), 2 * (below + CONSTANT_BINS + 1));
}

/** Fills a transform's bins with the middle from `first` on, times the conjugate of a signal. Both rise in frequency. */
function multiply(product: Float32Array, middle: Float32Array, signal: Float32Array, first: number): void {
  // Frequency 0 is in the middle of the list, and first in the transform.
  for (let i = 0; i < 2 * HALF_BLOCK; i += 2) {
    const re = middle[2 * first + i];
    const im = middle[2 * first + i + 1];
    const to = i < HALF_BLOCK ? i + HALF_BLOCK : i - HALF_BLOCK;
    product[to] = re * signal[i] + im * signal[i + 1];
    product[to + 1] = im * signal[i] - re * signal[i + 1];
  }
}

/** Fills `energies` with the energy of the 64 samples from each start, at half the rate; Infinity where there is none. */
function findEnergies(narrow: Pffft, middle: Float32Array, energies: Float32Array): void {
  const product = narrow.vector(0);
  const zero = 2 * MARGIN + HALF_BLOCK;
  product.set(middle.subarray(zero, zero + HALF_BLOCK));
  product.set(middle.subarray(2 * MARGIN, zero), HALF_BLOCK);
  narrow.transform(0, 1, true);
  const y = narrow.vector(1);
  let [sum, most] = [0, 0];
  for (let n = 0; n < HALF_BLOCK; n++) {
    sum += y[2 * n] ** 2 + y[2 * n + 1] ** 2;
    if (n >= LENGTH) sum -= y[2 * (n - LENGTH)] ** 2 + y[2 * (n - LENGTH) + 1] ** 2;
    if (n >= LENGTH - 1) energies[n - LENGTH + 1] = sum;
    most = Math.max(most, sum);
  }
  // Where the signal is off, the filter's tails of a loud part are no signal.
  for (let n = 0; n < HALF_BLOCK; n++) if (!(energies[n] > 1e-6 * most)) energies[n] = Infinity;
}
