import type { Baseband } from "./baseband.ts";
import type { SymbolClock } from "./clock.ts";

/** What is known of a burst of continuous-phase keying before its sequence of symbols is decided. */
export interface KeyedPhaseSequence {
  /** Samples around the centre of the tones. */
  baseband: Baseband;
  clock: SymbolClock;
  /** The symbol of the clock that comes first. */
  first: number;
  /** First decisions: odd numbers, ±1, or ±1 and ±3. */
  levels: readonly number[];
  /** Centre of the tones at each symbol, Hz. */
  centres: Float64Array;
}

/** Share of the phase's reference that remains after a symbol. */
const MEMORY = 0.7;
/** Symbols on each side that smooth the carrier. */
const REACH = 32;
/** The phase is continuous if the carrier of neighbouring symbols agrees: the length of the sum of phasors per symbol. */
const COHERENCE = 0.7;
/** Most rounds that learn the pulse and decide again, until the decisions stay. */
const ROUNDS = 8;
/** Times that the pulse's height is fitted to the phases from symbol to symbol. */
const FITS = 2;
/** Neighbours with which the pulse is learned. A trellis state holds the nearest ones. */
const LEARNED = [-2, -1, 0, 1, 2] as const;

/**
 * Decides the sequence of frequency-keyed symbols with continuous phase by Viterbi's algorithm. It learns the frequency pulse from the first decisions,
 * three symbols long: Gaussian filters are such pulses. Each survivor keeps its own reference of the phase, so no carrier recovery comes first.
 * Source: J. Anderson, T. Aulin, C.-E. Sundberg, Digital Phase Modulation, 1986, ch. 7; R. Raheli et al., Per-survivor processing, 1995.
 *
 * @returns The levels; the first decisions if the phase is not continuous.
 */
export function decideSequence({ baseband, clock, first, levels, centres }: KeyedPhaseSequence): number[] {
  if (levels.length < 8) return [...levels];
  const size = Math.round(baseband.rateHz * symbolSeconds(baseband, clock, first, levels.length));
  let samples = symbolSamples(baseband, clock, first, levels.length, size);
  turnBack(samples, size, centres, symbolSeconds(baseband, clock, first, levels.length));
  let decided = [...levels];
  const alphabet = levels.some((level) => Math.abs(level) === 3) ? [-3, -1, 1, 3] : [-1, 1];
  for (let round = 0; round < ROUNDS; round++) {
    let pulse = pulseOf(samples, decided, size);
    let carrier = carrierOf(samples, decided, pulse, size);
    for (let fit = 0; fit < FITS; fit++) {
      const { stretch } = carrier;
      pulse = pulse.map((step) => step * stretch);
      carrier = carrierOf(samples, decided, pulse, size);
    }
    if (carrier.coherence < COHERENCE) return round === 0 ? [...levels] : decided;
    samples = turned(samples, carrier.steps, size);
    const next = viterbi(samples, pulse, size, alphabet);
    const isSettled = next.every((level, k) => level === decided[k]);
    decided = next;
    if (isSettled) break;
  }
  return decided;
}

const symbolSeconds = ({ rateHz }: Baseband, clock: SymbolClock, first: number, count: number) =>
  (clock.boundary(first + count) - clock.boundary(first)) / count / rateHz;

/** Complex samples at the boundary of each symbol and at equal steps after it, [symbol][size], and one at the end. */
function symbolSamples(
  { re, im }: Baseband,
  clock: SymbolClock,
  first: number,
  count: number,
  size: number,
): Float64Array {
  const samples = new Float64Array(2 * (count * size + 1));
  for (let k = 0; k <= count; k++) {
    const [from, to] = [clock.boundary(first + k), clock.boundary(first + k + 1)];
    for (let i = 0; i < (k === count ? 1 : size); i++) {
      const place = Math.min(re.length - 1.001, Math.max(0, from + ((to - from) * i) / size));
      const whole = Math.floor(place);
      const share = place - whole;
      samples[2 * (k * size + i)] = re[whole] + share * (re[whole + 1] - re[whole]);
      samples[2 * (k * size + i) + 1] = im[whole] + share * (im[whole + 1] - im[whole]);
    }
  }
  return samples;
}

/** Removes the centre's frequency. */
function turnBack(samples: Float64Array, size: number, centres: Float64Array, seconds: number): void {
  let phase = 0;
  for (let n = 0; n < samples.length / 2; n++) {
    rotate(samples, n, phase);
    phase -= (2 * Math.PI * centres[Math.min(centres.length - 1, Math.floor(n / size))] * seconds) / size;
  }
}

function rotate(samples: Float64Array, n: number, angle: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [re, im] = [samples[2 * n], samples[2 * n + 1]];
  samples[2 * n] = re * c - im * s;
  samples[2 * n + 1] = re * s + im * c;
}

/**
 * Phase steps in rad that a symbol of level 1 adds within itself and its neighbours, [neighbour][size], by least squares. The tails beyond the neighbours
 * are moved to the nearest steps, so that the phase over many symbols is right.
 */
function pulseOf(samples: Float64Array, levels: readonly number[], size: number): Float64Array {
  const width = LEARNED.length;
  const gram = new Float64Array(width * width);
  const sums = new Float64Array(width * size);
  for (let k = 2; k < levels.length - 2; k++) {
    const near = LEARNED.map((away) => levels[k + away]);
    for (let i = 0; i < size; i++) {
      const n = k * size + i;
      const [a, b] = [samples[2 * n], samples[2 * n + 1]];
      const [c, d] = [samples[2 * n + 2], samples[2 * n + 3]];
      const step = Math.atan2(d * a - c * b, c * a + d * b);
      for (let j = 0; j < width; j++) sums[j * size + i] += near[j] * step;
    }
    for (let j = 0; j < width; j++) for (let l = 0; l < width; l++) gram[j * width + l] += near[j] * near[l];
  }
  const learned = solved(gram, sums, width, size);
  const pulse = learned.slice(size, 4 * size);
  for (let i = 0; i < size; i++) {
    pulse[size - 1] += learned[i];
    pulse[2 * size] += learned[4 * size + i];
  }
  return pulse;
}

/** Solves symmetric equations with several right sides. A small diagonal keeps alternating bits solvable. */
function solved(gram: Float64Array, sums: Float64Array, width: number, size: number): Float64Array {
  const [a, b] = [gram.slice(), sums.slice()];
  for (let j = 0; j < width; j++) a[j * width + j] *= 1.001;
  for (let pivot = 0; pivot < width; pivot++) {
    for (let row = 0; row < width; row++) {
      if (row === pivot) continue;
      const factor = a[row * width + pivot] / a[pivot * width + pivot];
      for (let j = 0; j < width; j++) a[row * width + j] -= factor * a[pivot * width + j];
      for (let i = 0; i < size; i++) b[row * size + i] -= factor * b[pivot * size + i];
    }
  }
  return b.map((value, index) => value / a[Math.floor(index / size) * (width + 1)]);
}

/** Phasors from a symbol's start to each of its samples, and to its end. */
interface Shape {
  cosines: Float64Array;
  sines: Float64Array;
}

/** Returns the phasors for the levels before, in and after a symbol. */
function shapeOf(pulse: Float64Array, near: readonly number[], size: number): Shape {
  const phases = new Float64Array(size + 1);
  for (let i = 0; i < size; i++) {
    let step = 0;
    for (let j = 0; j < near.length; j++) step += near[j] * pulse[j * size + i];
    phases[i + 1] = phases[i] + step;
  }
  return { cosines: phases.map(Math.cos), sines: phases.map(Math.sin) };
}

/** Sum of a symbol's samples with a trajectory's phases removed. */
function correlate(samples: Float64Array, from: number, cosines: Float64Array, sines: Float64Array): [number, number] {
  let [re, im] = [0, 0];
  for (let i = 0; i < cosines.length - 1; i++) {
    const [x, y] = [samples[2 * (from + i)], samples[2 * (from + i) + 1]];
    re += x * cosines[i] + y * sines[i];
    im += y * cosines[i] - x * sines[i];
  }
  return [re, im];
}

/**
 * Returns by how much the carrier turns per symbol beyond what the decisions say, smoothed, how well neighbours agree, and the factor on the pulse after which
 * the turns would not depend on the levels.
 */
function carrierOf(samples: Float64Array, levels: readonly number[], pulse: Float64Array, size: number) {
  const count = levels.length;
  const at = (k: number) => levels[Math.min(count - 1, Math.max(0, k))];
  const sums = new Float64Array(2 * (count + 1));
  let before: [number, number] = [0, 0];
  let total = 0;
  const turns = new Float64Array(count);
  const shapes = new Map<number, Shape>();
  for (let k = 0; k < count; k++) {
    // The neighbours' levels as one number.
    const key = (at(k - 1) + 3) * 64 + (at(k) + 3) * 8 + at(k + 1) + 3;
    const known = shapes.get(key) ?? shapeOf(pulse, [at(k - 1), at(k), at(k + 1)], size);
    shapes.set(key, known);
    const [re, im] = correlate(samples, k * size, known.cosines, known.sines);
    const [x, y] = [re * before[0] + im * before[1], im * before[0] - re * before[1]];
    // The unit phasors of turns weigh equally, since amplitudes may fade.
    const length = Math.hypot(x, y) || 1;
    sums[2 * k + 2] = sums[2 * k] + x / length;
    sums[2 * k + 3] = sums[2 * k + 1] + y / length;
    turns[k] = Math.atan2(y, x);
    const [c, s] = [known.cosines[size], known.sines[size]];
    before = [re * c - im * s, re * s + im * c];
  }
  const steps = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const reach = Math.min(REACH, count);
    const [from, to] = [Math.max(0, k - reach), Math.min(count, k + reach + 1)];
    const [x, y] = [sums[2 * to] - sums[2 * from], sums[2 * to + 1] - sums[2 * from + 1]];
    steps[k] = Math.atan2(y, x);
    total += Math.hypot(x, y) / (to - from);
  }
  let [product, square] = [0, 0];
  for (let k = 1; k < count; k++) {
    // From the middle of a symbol to the middle of the next one.
    const level = (at(k - 1) + at(k)) / 2;
    const turn = turns[k] - steps[k];
    const wrapped = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    // Larger turns are wrong decisions.
    if (Math.abs(wrapped) > 1) continue;
    product += wrapped * level;
    square += level * level;
  }
  const height = pulse.reduce((sum, step) => sum + step, 0);
  return { steps, coherence: total / count, stretch: square > 0 ? 1 + product / square / height : 1 };
}

/** Removes a turn per symbol. */
function turned(samples: Float64Array, steps: Float64Array, size: number): Float64Array {
  const made = samples.slice();
  let phase = 0;
  for (let n = 0; n < made.length / 2; n++) {
    rotate(made, n, -phase);
    phase += steps[Math.min(steps.length - 1, Math.floor(n / size))] / size;
  }
  return made;
}

/** The likeliest levels. A state is a symbol and the one after it. */
function viterbi(samples: Float64Array, pulse: Float64Array, size: number, alphabet: readonly number[]): number[] {
  const letters = alphabet.length;
  const states = letters * letters;
  const count = (samples.length / 2 - 1) / size;
  const branches = alphabet.flatMap((before) =>
    alphabet.flatMap((now) => alphabet.map((after) => shapeOf(pulse, [before, now, after], size))),
  );
  let metrics = new Float64Array(states);
  let references = new Float64Array(2 * states);
  const choices = new Uint8Array(states * count);
  for (let k = 0; k < count; k++) {
    const next = new Float64Array(states).fill(-Infinity);
    const nextReferences = new Float64Array(2 * states);
    for (let branch = 0; branch < branches.length; branch++) {
      const { cosines, sines } = branches[branch];
      // Branch = before, now, after; it leads from (before, now) to (now, after).
      const from = Math.floor(branch / letters);
      const to = branch % states;
      const [re, im] = correlate(samples, k * size, cosines, sines);
      const [x, y] = [references[2 * from], references[2 * from + 1]];
      const length = Math.hypot(x, y);
      const metric = metrics[from] + (length > 0 ? (re * x + im * y) / length : Math.hypot(re, im));
      if (metric <= next[to]) continue;
      next[to] = metric;
      choices[k * states + to] = Math.floor(from / letters);
      const [sumRe, sumIm] = [MEMORY * x + re, MEMORY * y + im];
      nextReferences[2 * to] = sumRe * cosines[size] - sumIm * sines[size];
      nextReferences[2 * to + 1] = sumRe * sines[size] + sumIm * cosines[size];
    }
    metrics = next;
    references = nextReferences;
  }
  let state = metrics.indexOf(Math.max(...metrics));
  const levels = Array.from({ length: count }, () => 0);
  for (let k = count - 1; k >= 0; k--) {
    levels[k] = alphabet[Math.floor(state / letters)];
    state = choices[k * states + state] * letters + Math.floor(state / letters);
  }
  return levels;
}
