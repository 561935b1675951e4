import { createSequenceDetector, type LeakTaps } from "./sequence.ts";

/** Filtered samples per symbol. */
const STEPS = 8;
/** Symbols that share one estimate of clock and levels, and blocks of them in a window of the estimates. */
const BLOCK = 16;
const WINDOW = 3;
/** Positions of the filter within a sample. */
const PHASES = 64;
/** Iterations of the two levels. */
const ITERATIONS = 4;

/** A decided symbol of a signal of two levels. */
export interface DecidedSymbol {
  /** 1 is the higher one. */
  level: 0 | 1;
  /** Its centre, in input samples, possibly fractional. */
  at: number;
  /** The value halfway between the two levels. */
  middle: number;
  /** The filtered signal at the centre: for signals of more levels. */
  value: number;
}

export interface SymbolSampler {
  /** Takes samples in pieces of any size; symbols do not depend on the sizes. */
  push(samples: ArrayLike<number>, emit: (symbol: DecidedSymbol) => void): void;
  end(emit: (symbol: DecidedSymbol) => void): void;
}

/** Clock phase and levels of the symbols of a window, and what they are made of. */
interface Estimate {
  phase: number;
  taps: LeakTaps;
  middle: number;
  half: number;
  /** Half the distance of the levels, squared, over the variance around them. */
  quality: number;
}

/**
 * Samples a real signal of two levels once per symbol. It estimates clock and levels for each block of 16 symbols from a window
 * of 48 symbols: of those that end before it to those that begin after it, from the one whose values lie closest to two levels. So it needs no time to settle
 * at the start of a burst, and follows clock errors up to 2000 ppm and any offset.
 *
 * Symbols leak into their neighbours; the likeliest sequence of levels counts.
 *
 * Clock: phase of the line at the symbol rate in the size of the changes over half a symbol, which do not depend on the offset.
 * Source: M. Oerder, H. Meyr, Digital filter and square timing recovery, IEEE Trans. Commun. 36(5), 1988.
 *
 * @param span Length of the filter in symbols. It is a Hann window.
 */
export function createSymbolSampler(rateHz: number, symbolRateHz: number, span = 1.5): SymbolSampler {
  const inputs = rateHz / symbolRateHz / STEPS; // input samples per step
  const steps = stepFilter(inputs, (span * rateHz) / symbolRateHz);
  let filtered = new Float64Array(0); // steps from `first` on
  let first = 0;
  let block = 0; // the next block
  let next = 0; // the step of the next symbol
  const lines: { re: number; im: number }[] = []; // of block `lineFirst` and later
  let lineFirst = 0;
  const estimates: Estimate[] = []; // of windows that begin at block `estimateFirst` and later
  let estimateFirst = 0;

  const detector = createSequenceDetector();
  const undecided: Omit<DecidedSymbol, "level">[] = [];
  const decide = (
    soft: number,
    taps: LeakTaps,
    symbol: Omit<DecidedSymbol, "level"> | undefined,
    emit: (symbol: DecidedSymbol) => void,
  ) => {
    const level = detector.push(soft, taps);
    const decided = undecided.length >= detector.delay || !symbol ? undecided.shift() : undefined;
    if (decided) emit({ ...decided, level });
    if (symbol) undecided.push(symbol);
  };

  /** The value at a fractional step between the first and the last one. */
  const interpolated = (step: number) => {
    const whole = Math.floor(step);
    const part = step - whole;
    const at = Math.min(whole - first, filtered.length - 2);
    return (1 - part) * filtered[at] + part * filtered[at + 1];
  };

  function lineOf(index: number) {
    let [re, im] = [0, 0];
    const start = Math.max(0, index * BLOCK * STEPS - first - STEPS / 4) + STEPS / 4;
    const end = Math.min(filtered.length - STEPS / 4, (index + 1) * BLOCK * STEPS - first);
    for (let i = start; i < end; i++) {
      const change = Math.abs(filtered[i + STEPS / 4] - filtered[i - STEPS / 4]);
      const turn = (first + i) & (STEPS - 1);
      re += change * COS[turn];
      im += change * SIN[turn];
    }
    return { re, im };
  }

  const values = new Float64Array(WINDOW * BLOCK + 1);
  function estimate(from: number): Estimate {
    let [re, im] = [0, 0];
    for (let index = from; index < from + WINDOW; index++) {
      const line = lines[index - lineFirst];
      if (!line) continue;
      re += line.re;
      im += line.im;
    }
    const changes = (Math.atan2(im, re) * STEPS) / (2 * Math.PI);
    const phase = (changes + 1.5 * STEPS) % STEPS;
    let count = 0;
    const start = Math.max(first, from * BLOCK * STEPS);
    const end = Math.min(first + filtered.length - 1, (from + WINDOW) * BLOCK * STEPS);
    for (let step = start + modulo(phase - start); step < end; step += STEPS) values[count++] = interpolated(step);
    const levels = levelsOf(values, count);
    return { phase, ...levels, taps: tapsOf(values, count, levels) };
  }

  function emitBlock(emit: (symbol: DecidedSymbol) => void) {
    const last = lineFirst + lines.length - WINDOW;
    while (estimateFirst + estimates.length <= Math.max(0, Math.min(block + 1, last))) {
      estimates.push(estimate(estimateFirst + estimates.length));
    }
    let best = estimates[0];
    for (const candidate of estimates) if (candidate.quality > best.quality) best = candidate;
    const { phase, middle, half, taps } = best;
    const end = Math.min((block + 1) * BLOCK * STEPS, first + filtered.length - 1);
    next += modulo(phase - next + STEPS / 2) - STEPS / 2;
    for (; next < end; next += STEPS) {
      if (next < first) continue;
      const value = interpolated(next);
      decide((value - middle) / half, taps, { at: next * inputs, middle, value }, emit);
    }
    block++;
    for (; lineFirst < block - WINDOW; lineFirst++) lines.shift();
    for (; estimateFirst < block - WINDOW; estimateFirst++) estimates.shift();
  }

  function run(more: Float64Array, isLast: boolean, emit: (symbol: DecidedSymbol) => void) {
    const all = new Float64Array(filtered.length + more.length);
    all.set(filtered);
    all.set(more, filtered.length);
    filtered = all;
    const complete = first + filtered.length;
    const needed = isLast ? 1 - BLOCK * STEPS : STEPS / 4 + 1; // beyond a block's end
    for (;;) {
      const ready = lineFirst + lines.length;
      if (complete < (ready + 1) * BLOCK * STEPS + needed) break;
      lines.push(lineOf(ready));
      if (lineFirst + lines.length >= block + WINDOW + 1) emitBlock(emit);
    }
    if (isLast) {
      while (block * BLOCK * STEPS < complete - 1) emitBlock(emit);
      for (let rest = detector.delay - undecided.length; rest > 0; rest--) detector.push(0, ALONE);
      while (undecided.length > 0) decide(0, ALONE, undefined, emit);
    }
    const keep = Math.max(0, (block - WINDOW) * BLOCK * STEPS - first);
    filtered = filtered.slice(keep);
    first += keep;
  }

  return {
    push: (samples, emit) => run(steps.push(samples), false, emit),
    end: (emit) => run(steps.end(), true, emit),
  };
}

/** The remainder of a step by a symbol's steps, from 0 on. */
const modulo = (step: number) => step - STEPS * Math.floor(step / STEPS);

const COS = Float64Array.from({ length: STEPS }, (_, step) => Math.cos((2 * Math.PI * step) / STEPS));
const SIN = Float64Array.from({ length: STEPS }, (_, step) => Math.sin((2 * Math.PI * step) / STEPS));

/** The two levels that values lie around: 2-means, from the mean. */
function levelsOf(values: Float64Array, count: number): Omit<Estimate, "phase" | "taps"> {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  let middle = sum / count;
  let half = 0;
  for (let pass = 0; pass < ITERATIONS; pass++) {
    let [high, above] = [0, 0];
    for (let i = 0; i < count; i++) {
      if (values[i] < middle) continue;
      high += values[i];
      above++;
    }
    if (above === 0 || above === count) break;
    const [top, bottom] = [high / above, (sum - high) / (count - above)];
    middle = (top + bottom) / 2;
    half = (top - bottom) / 2;
  }
  if (!(half > 0)) return { middle: count > 0 ? middle : 0, half: 1, quality: 0 };
  let variance = 0;
  for (let i = 0; i < count; i++) variance += (Math.abs(values[i] - middle) - half) ** 2 / count;
  return { middle, half, quality: half ** 2 / (variance + 1e-12 * half ** 2) };
}

/** A symbol that does not leak into its neighbours. */
const ALONE: LeakTaps = { main: 1, side: 0 };
/** Least variance of the neighbours' sums of which the leak is estimated. */
const LEAST_MIX = 0.3;
/** Largest leak into a neighbour, in main taps. */
const MOST_SIDE = 0.5;

/** What the symbols of a window are made of, by least squares with their hard decisions. */
function tapsOf(values: Float64Array, count: number, { middle, half }: { middle: number; half: number }): LeakTaps {
  const level = (i: number) => (values[i] > middle ? 1 : -1);
  let [both, crossed, withLevel, withBoth] = [0, 0, 0, 0];
  for (let i = 1; i + 1 < count; i++) {
    const value = (values[i] - middle) / half;
    const neighbours = level(i - 1) + level(i + 1);
    both += neighbours * neighbours;
    crossed += level(i) * neighbours;
    withLevel += level(i) * value;
    withBoth += neighbours * value;
  }
  const inner = count - 2;
  const determinant = inner * both - crossed * crossed;
  // Without a mix of neighbours, as in a preamble, nothing leaks that could be told from the level.
  if (!(determinant > inner * inner * LEAST_MIX)) return ALONE;
  const main = (withLevel * both - withBoth * crossed) / determinant;
  const side = (withBoth * inner - withLevel * crossed) / determinant;
  return main > 0 ? { main, side: Math.max(0, Math.min(MOST_SIDE * main, side)) } : ALONE;
}

/** Filters a signal with a Hann window, and gives values at equal distances from input sample 0 on. The filter delays nothing. */
export function stepFilter(inputsPerStep: number, length: number) {
  const reach = Math.max(1, Math.ceil(length / 2));
  const taps = Array.from({ length: PHASES }, (_, phase) => {
    const raw = Array.from({ length: 2 * reach + 1 }, (_tap, k) => hann((k - reach - phase / PHASES) / length));
    const total = raw.reduce((a, b) => a + b, 0);
    return Float64Array.from(raw, (tap) => tap / total);
  });
  let held = new Float64Array(reach); // zeros before the first sample
  let origin = -reach; // the input sample of held[0]
  let produced = 0;
  const run = (samples: ArrayLike<number>): Float64Array => {
    const all = new Float64Array(held.length + samples.length);
    all.set(held);
    all.set(samples, held.length);
    const room = Math.ceil((origin + all.length) / inputsPerStep) - produced + 1;
    const out = new Float64Array(Math.max(0, room));
    let count = 0;
    for (;;) {
      const position = produced * inputsPerStep;
      let whole = Math.floor(position);
      let phase = Math.round((position - whole) * PHASES);
      if (phase === PHASES) {
        whole++;
        phase = 0;
      }
      const at = whole - reach - origin;
      if (at + 2 * reach + 1 > all.length) break;
      const filter = taps[phase];
      let sum = 0;
      for (let k = 0; k < filter.length; k++) sum += filter[k] * all[at + k];
      produced++;
      out[count++] = sum;
    }
    const keep = Math.min(all.length, Math.max(0, Math.floor(produced * inputsPerStep) - reach - origin));
    held = all.slice(keep);
    origin += keep;
    return out.subarray(0, count);
  };
  return { push: run, end: () => run(new Float64Array(reach)) };
}

const hann = (t: number) => (Math.abs(t) < 0.5 ? 0.5 + 0.5 * Math.cos(2 * Math.PI * t) : 0);
