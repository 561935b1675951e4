import type { TurboDecoding } from "./decoding.ts";
import { crcBits, crcLength } from "../crc/crc.ts";
import { interleaver } from "./qpp.ts";
import { NEXT_STATE, PARITY, TURBO_STATES, TAIL_STEPS } from "./trellis.ts";

type Algorithm = TurboDecoding["algorithm"];

/** From this difference on, a correction is below half a unit in the last place of a sum of at least 1. */
const CORRECTED = 40;

/** log(eᵃ + eᵇ). */
function logSum(a: number, b: number): number {
  const most = Math.max(a, b);
  if (a === b) return a + Math.LN2;
  const gap = Math.abs(a - b);
  // The correction would not change the sum, and takes most of the time.
  if (gap > CORRECTED && (Math.abs(most) >= 1 || gap === Infinity)) return most;
  return most + Math.log1p(Math.exp(-gap));
}

/** log(eᵃ + eᵇ), or its larger term alone. It is short, so that the engine compiles it into its callers. */
const join = (algorithm: Algorithm, a: number, b: number): number =>
  algorithm === "max-log" ? Math.max(a, b) : logSum(a, b);

/** The same metric for every state. */
const all = (metric: number) => Array.from({ length: TURBO_STATES }, () => metric);

/** A codeword starts and ends in state 0. */
const ended = all(-Infinity).with(0, 0);

/** Metrics α or β, [stage][state]. */
type Metrics = Float64Array<ArrayBuffer>;

const metricsOf = (stages: number): Metrics => new Float64Array((stages + 1) * TURBO_STATES);

/** The metrics of one stage. */
export const atStage = (metrics: Metrics, stage: number): number[] =>
  Array.from({ length: TURBO_STATES }, (_, state) => metrics[stage * TURBO_STATES + state]);

/** LLRs of the information and parity bits of successive stages, of which the first has the index `first`. */
interface Stages {
  u: Float64Array;
  p: Float64Array;
  first: number;
  count: number;
  /** True to subtract the metric of state 0 after each stage. */
  levelled: boolean;
}

// The trellis of trellis.ts written out: a stage takes a tenth of the time that tables of branches take, and allocates nothing.
// A branch's metric is the sum of the LLRs of its bits that are 1.

/** Computes α after each stage from α before the first one. */
function forward(algorithm: Algorithm, alpha: Metrics, { u, p, first, count, levelled }: Stages): void {
  let [a0, a1, a2, a3, a4, a5, a6, a7] = alpha;
  for (let k = 0; k < count; k++) {
    const bit = u[first + k];
    const parity = p[first + k];
    const both = bit + parity;
    const n0 = join(algorithm, a0, a1 + both);
    const n1 = join(algorithm, a2 + bit, a3 + parity);
    const n2 = join(algorithm, a4 + parity, a5 + bit);
    const n3 = join(algorithm, a6 + both, a7);
    const n4 = join(algorithm, a0 + both, a1);
    const n5 = join(algorithm, a2 + parity, a3 + bit);
    const n6 = join(algorithm, a4 + bit, a5 + parity);
    const n7 = join(algorithm, a6, a7 + both);
    const level = levelled ? n0 : 0;
    const at = (k + 1) * TURBO_STATES;
    alpha[at] = a0 = n0 - level;
    alpha[at + 1] = a1 = n1 - level;
    alpha[at + 2] = a2 = n2 - level;
    alpha[at + 3] = a3 = n3 - level;
    alpha[at + 4] = a4 = n4 - level;
    alpha[at + 5] = a5 = n5 - level;
    alpha[at + 6] = a6 = n6 - level;
    alpha[at + 7] = a7 = n7 - level;
  }
}

/** Computes β before each stage from β after the last one. */
function backward(algorithm: Algorithm, beta: Metrics, { u, p, first, count, levelled }: Stages): void {
  let [b0, b1, b2, b3, b4, b5, b6, b7] = beta.subarray(count * TURBO_STATES);
  for (let k = count - 1; k >= 0; k--) {
    const bit = u[first + k];
    const parity = p[first + k];
    const both = bit + parity;
    const n0 = join(algorithm, b0, b4 + both);
    const n1 = join(algorithm, b4, b0 + both);
    const n2 = join(algorithm, b5 + parity, b1 + bit);
    const n3 = join(algorithm, b1 + parity, b5 + bit);
    const n4 = join(algorithm, b2 + parity, b6 + bit);
    const n5 = join(algorithm, b6 + parity, b2 + bit);
    const n6 = join(algorithm, b7, b3 + both);
    const n7 = join(algorithm, b3, b7 + both);
    const level = levelled ? n0 : 0;
    const at = k * TURBO_STATES;
    beta[at] = b0 = n0 - level;
    beta[at + 1] = b1 = n1 - level;
    beta[at + 2] = b2 = n2 - level;
    beta[at + 3] = b3 = n3 - level;
    beta[at + 4] = b4 = n4 - level;
    beta[at + 5] = b5 = n5 - level;
    beta[at + 6] = b6 = n6 - level;
    beta[at + 7] = b7 = n7 - level;
  }
}

type Metric = { alpha: Metrics; beta: Metrics };

/** Writes the extrinsic LLRs of the information bits of stages: they exclude the LLR of the same bit. */
function bitExtrinsics(algorithm: Algorithm, { alpha, beta }: Metric, stages: Stages, into: Float64Array): void {
  const { p, first, count } = stages;
  for (let k = 0; k < count; k++) {
    const [at, next] = [k * TURBO_STATES, (k + 1) * TURBO_STATES];
    const parity = p[first + k];
    const a0 = alpha[at];
    const a1 = alpha[at + 1];
    const a2 = alpha[at + 2];
    const a3 = alpha[at + 3];
    const a4 = alpha[at + 4];
    const a5 = alpha[at + 5];
    const a6 = alpha[at + 6];
    const a7 = alpha[at + 7];
    const b0 = beta[next];
    const b1 = beta[next + 1];
    const b2 = beta[next + 2];
    const b3 = beta[next + 3];
    const b4 = beta[next + 4];
    const b5 = beta[next + 5];
    const b6 = beta[next + 6];
    const b7 = beta[next + 7];
    let zero = join(algorithm, a0 + b0, a1 + b4);
    zero = join(algorithm, zero, a2 + b5 + parity);
    zero = join(algorithm, zero, a3 + b1 + parity);
    zero = join(algorithm, zero, a4 + b2 + parity);
    zero = join(algorithm, zero, a5 + b6 + parity);
    zero = join(algorithm, zero, a6 + b7);
    zero = join(algorithm, zero, a7 + b3);
    let one = join(algorithm, a0 + b4 + parity, a1 + b0 + parity);
    one = join(algorithm, one, a2 + b1);
    one = join(algorithm, one, a3 + b5);
    one = join(algorithm, one, a4 + b6);
    one = join(algorithm, one, a5 + b2);
    one = join(algorithm, one, a6 + b3 + parity);
    one = join(algorithm, one, a7 + b7 + parity);
    into[first + k] = one - zero;
  }
}

/** Writes the extrinsic LLRs of the parity bits of stages. */
function parityExtrinsics(algorithm: Algorithm, { alpha, beta }: Metric, stages: Stages, into: Float64Array): void {
  const { u, first, count } = stages;
  for (let k = 0; k < count; k++) {
    const sums = [-Infinity, -Infinity];
    for (let from = 0; from < TURBO_STATES; from++) {
      for (const bit of [0, 1]) {
        const path = alpha[k * TURBO_STATES + from] + beta[(k + 1) * TURBO_STATES + NEXT_STATE[from][bit]];
        const parity = PARITY[from][bit];
        sums[parity] = join(algorithm, sums[parity], path + bit * u[first + k]);
      }
    }
    into[first + k] = sums[1] - sums[0];
  }
}

/** α and β at the edges of the windows: [window edge 0…P][state]. */
interface Edges {
  alpha: number[][];
  beta: number[][];
}

/** Returns the metrics of a constituent decoder's window, from its edges. `into`: arrays for them. */
export function windowMetrics(
  algorithm: Algorithm,
  { u, p, edges }: Pick<HalfIteration, "u" | "p" | "edges">,
  window: number,
  into?: Metric,
): Metric {
  const count = u.length / (edges.alpha.length - 1);
  const stages = { u, p, first: window * count, count, levelled: true };
  const { alpha, beta } = into ?? { alpha: metricsOf(count), beta: metricsOf(count) };
  alpha.set(edges.alpha[window]);
  forward(algorithm, alpha, stages);
  beta.set(edges.beta[window + 1], count * TURBO_STATES);
  backward(algorithm, beta, stages);
  return { alpha, beta };
}

/**
 * One BCJR decoder of P windows, from the LLRs `u` of its information bits and `p` of its parity bits. The windows start
 * with `edges`.
 *
 * @param of The bits whose extrinsic LLRs are wanted.
 * @returns Their extrinsic LLRs, and the edges of the next iteration.
 */
export function constituent(
  algorithm: Algorithm,
  u: Float64Array,
  p: Float64Array,
  edges: Edges,
  of: "information" | "parity" = "information",
): { extrinsic: Float64Array<ArrayBuffer>; edges: Edges } {
  const windows = edges.alpha.length - 1;
  const count = u.length / windows;
  const extrinsic = new Float64Array(u.length);
  const found: Edges = { alpha: [...edges.alpha], beta: [...edges.beta] };
  const metrics = { alpha: metricsOf(count), beta: metricsOf(count) };
  const write = of === "information" ? bitExtrinsics : parityExtrinsics;
  for (let window = 0; window < windows; window++) {
    windowMetrics(algorithm, { u, p, edges }, window, metrics);
    write(algorithm, metrics, { u, p, first: window * count, count, levelled: true }, extrinsic);
    // No window starts with β before the codeword or α after it. The tail starts with that α.
    found.beta[window] = atStage(metrics.beta, 0);
    found.alpha[window + 1] = atStage(metrics.alpha, count);
  }
  return { extrinsic, edges: found };
}

/** The stages of a constituent's tail x z x z x z. */
const tailOf = (tail: ArrayLike<number>): Stages => ({
  u: Float64Array.from({ length: TAIL_STEPS }, (_, k) => tail[2 * k]),
  p: Float64Array.from({ length: TAIL_STEPS }, (_, k) => tail[2 * k + 1]),
  first: 0,
  count: TAIL_STEPS,
  levelled: false,
});

/** Returns β of a tail, from its end. */
function tailBeta(algorithm: Algorithm, stages: Stages): Metrics {
  const beta = metricsOf(TAIL_STEPS);
  beta.set(ended, TAIL_STEPS * TURBO_STATES);
  backward(algorithm, beta, stages);
  return beta;
}

/** Posterior LLRs of a constituent's tail x z x z x z, from α after the information bits. */
export function tailPosteriors(algorithm: Algorithm, before: readonly number[], tail: ArrayLike<number>): number[] {
  const stages = tailOf(tail);
  const metrics = { alpha: metricsOf(TAIL_STEPS), beta: tailBeta(algorithm, stages) };
  metrics.alpha.set(before);
  forward(algorithm, metrics.alpha, stages);
  const [bits, parities] = [new Float64Array(TAIL_STEPS), new Float64Array(TAIL_STEPS)];
  bitExtrinsics(algorithm, metrics, stages, bits);
  parityExtrinsics(algorithm, metrics, stages, parities);
  return Array.from(bits, (bit, k) => [stages.u[k] + bit, stages.p[k] + parities[k]]).flat();
}

/** Edges of the first iteration: known at the start of the codeword and, from its tail x z x z x z, at its end. */
export function initialEdges(algorithm: Algorithm, tail: ArrayLike<number>, windows: number): Edges {
  const [first, ...states] = atStage(tailBeta(algorithm, tailOf(tail)), 0);
  const between = Array.from({ length: windows - 1 }, () => all(0));
  const last = [first, ...states].map((metric) => metric - first);
  return { alpha: [ended, ...between, all(0)], beta: [all(0), ...between, last] };
}

/** Inputs and outputs of a constituent decoder. */
export interface HalfIteration {
  /** Bit of the codeword at each stage. */
  order: Uint32Array;
  /** LLRs of the information and parity bits at each stage. */
  u: Float64Array;
  p: Float64Array;
  /** Initial metrics of the windows. */
  edges: Edges;
  /** Extrinsic LLR of the bit at each stage. */
  extrinsic: Float64Array;
  /** LLR of each information bit of the codeword. */
  posterior: Float64Array;
}

/** The messages from which decoding can continue. */
export interface Messages {
  /** The second decoder's extrinsic LLRs, scaled, [bit of the codeword]. */
  extrinsic: Float64Array;
  /** Metrics at the windows' edges, by decoder. */
  edges: Edges[];
}

/** Returns a decoder of a frame of 3K + 12 LLRs that computes one half-iteration when it is asked for it. */
export function beginTurboFrame(llr: ArrayLike<number>, decoding: TurboDecoding, before?: Messages) {
  const { length, windows, algorithm, scale } = decoding;
  const stream = (s: number) => {
    const values = new Float64Array(length);
    for (let k = 0; k < length; k++) values[k] = llr[3 * k + s];
    return values;
  };
  const systematic = stream(0);
  const natural = new Uint32Array(length).map((_, k) => k);
  const decoders = [natural, interleaver(length)].map((order, i) => {
    const tail = Array.from({ length: 6 }, (_, k) => llr[3 * length + 6 * i + k]);
    const edges = initialEdges(algorithm, tail, windows);
    const { alpha = edges.alpha, beta = edges.beta } = before?.edges[i] ?? {};
    // The new tail gives β at the end of the codeword.
    return { order, tail, p: stream(1 + i), edges: { alpha, beta: beta.with(windows, edges.beta[windows]) } };
  });
  let belief = systematic.map((value, k) => value + (before?.extrinsic[k] ?? 0));
  let halves = 0;
  return {
    systematic,
    tails: decoders.map(({ tail }) => tail),
    /** Runs the other constituent decoder, first the one of the bits in their own order. */
    next(): HalfIteration {
      const decoder = decoders[halves++ % 2];
      const { order, p, edges } = decoder;
      const u = new Float64Array(length);
      for (let i = 0; i < length; i++) u[i] = belief[order[i]];
      const { extrinsic, edges: found } = constituent(algorithm, u, p, edges);
      decoder.edges = found;
      const posterior = new Float64Array(length);
      belief = new Float64Array(length);
      for (let i = 0; i < length; i++) {
        posterior[order[i]] = u[i] + extrinsic[i];
        belief[order[i]] = systematic[order[i]] + scale * extrinsic[i];
      }
      return { order, u, p, edges, extrinsic, posterior };
    },
    messages: (): Messages => ({
      extrinsic: belief.map((value, k) => value - systematic[k]),
      edges: decoders.map(({ edges }) => edges),
    }),
  };
}

/**
 * Decodes a frame of 3K + 12 LLRs in float64.
 *
 * @param options `messages`: the messages of an earlier run, which the decoder begins with.
 */
export function decodeTurboFrame(
  llr: ArrayLike<number>,
  decoding: TurboDecoding,
  { messages: before }: { messages?: Messages } = {},
) {
  const { length, windows, algorithm, stop, crc } = decoding;
  const frame = beginTurboFrame(llr, decoding, before);
  const bitsOf = (posterior: Float64Array) => Array.from(posterior, (value) => Number(value > 0));
  const rules = {
    none: () => false,
    sign: (first: HalfIteration, { posterior }: HalfIteration) =>
      first.posterior.every((value, k) => value > 0 === posterior[k] > 0),
    crc(_: HalfIteration, { posterior }: HalfIteration) {
      const bits = bitsOf(posterior);
      const name = crc ?? "24A";
      const parity = length - crcLength(name);
      return crcBits(bits.slice(0, parity), name).every((bit, i) => bit === bits[parity + i]);
    },
  };
  let [first, second] = [frame.next(), frame.next()];
  let iterations = 1;
  while (iterations < decoding.iterations && !rules[stop](first, second)) {
    [first, second] = [frame.next(), frame.next()];
    iterations++;
  }
  const { posterior } = second;
  const messages = frame.messages();
  const extrinsic = posterior.map((value, k) => value - frame.systematic[k]);
  const parities = [first, second].map(({ u, p, edges }) => {
    const { extrinsic: gained } = constituent(algorithm, u, p, edges, "parity");
    return p.map((value, k) => value + gained[k]);
  });
  const streams = [posterior, ...parities];
  const codeword = [
    ...Array.from({ length: 3 * length }, (_, i) => streams[i % 3][Math.floor(i / 3)]),
    ...messages.edges.flatMap(({ alpha }, i) => tailPosteriors(algorithm, alpha[windows], frame.tails[i])),
  ];
  return { bits: bitsOf(posterior), posterior, extrinsic, codeword, iterations, messages };
}
