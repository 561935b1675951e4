import type { TurboDecoding } from "./decoding.ts";
import { crcBits, crcLength } from "../crc/crc.ts";
import { interleaver } from "./qpp.ts";
import { NEXT_STATE, PARITY, TURBO_STATES, TAIL_STEPS } from "./trellis.ts";

/** log(eᵃ + eᵇ), or its approximation. */
type Join = (a: number, b: number) => number;

export const JOINS: Record<TurboDecoding["algorithm"], Join> = {
  "max-log": Math.max,
  "log-map": (a, b) => (a === b ? a + Math.LN2 : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))),
};

const STATES = Array.from({ length: TURBO_STATES }, (_, state) => state);

/** The same metric for every state. */
const all = (metric: number) => STATES.map(() => metric);

/** A codeword starts and ends in state 0. */
const ended = all(-Infinity).with(0, 0);

/** All branches of a stage. */
const BRANCHES = STATES.flatMap((from) =>
  [0, 1].map((bit) => ({ from, to: NEXT_STATE[from][bit], bit, parity: PARITY[from][bit] })),
);

// A branch's metric is the sum of the LLRs of its bits that are 1.

export function forward(join: Join, alpha: number[], u: number, p: number): number[] {
  const next = all(-Infinity);
  for (const { from, to, bit, parity } of BRANCHES) next[to] = join(next[to], alpha[from] + (bit * u + parity * p));
  return next;
}

export function backward(join: Join, beta: number[], u: number, p: number): number[] {
  const before = all(-Infinity);
  for (const { from, to, bit, parity } of BRANCHES)
    before[from] = join(before[from], beta[to] + (bit * u + parity * p));
  return before;
}

/** α and β at the edges of the windows: [window edge 0…P][state]. */
interface Edges {
  alpha: number[][];
  beta: number[][];
}

export const levelled = (metrics: number[]) => metrics.map((metric) => metric - metrics[0]);

/** Extrinsic LLRs at one stage: they exclude the LLR of the same bit. */
function extrinsics(
  join: Join,
  alpha: number[],
  beta: number[],
  u: number,
  p: number,
): { bit: number; parity: number } {
  const bits = [-Infinity, -Infinity];
  const parities = [-Infinity, -Infinity];
  for (const { from, to, bit, parity } of BRANCHES) {
    const path = alpha[from] + beta[to];
    bits[bit] = join(bits[bit], path + parity * p);
    parities[parity] = join(parities[parity], path + bit * u);
  }
  return { bit: bits[1] - bits[0], parity: parities[1] - parities[0] };
}

/** Results of a constituent decoder: extrinsic LLRs of the information bits, and of the parity bits. */
export interface Constituent {
  extrinsic: Float64Array;
  parity: Float64Array;
}

/**
 * One BCJR decoder of P windows, from the LLRs `u` of its information bits and `p` of its parity bits. The windows start
 * with `edges`, and replace them by the edges of the next iteration.
 */
export function constituent(join: Join, u: ArrayLike<number>, p: ArrayLike<number>, edges: Edges): Constituent {
  const windows = edges.alpha.length - 1;
  const stages = u.length / windows;
  const extrinsic = new Float64Array(u.length);
  const parity = new Float64Array(u.length);
  const found: Edges = { alpha: [...edges.alpha], beta: [...edges.beta] };
  for (let window = 0; window < windows; window++) {
    const [first, end] = [window * stages, (window + 1) * stages];
    const alpha = [edges.alpha[window]];
    for (let k = first; k < end; k++) alpha.push(levelled(forward(join, alpha[k - first], u[k], p[k])));
    let beta = edges.beta[window + 1];
    for (let k = end - 1; k >= first; k--) {
      ({ bit: extrinsic[k], parity: parity[k] } = extrinsics(join, alpha[k - first], beta, u[k], p[k]));
      beta = levelled(backward(join, beta, u[k], p[k]));
    }
    // No window starts with β before the codeword or α after it. The tail starts with that α.
    found.beta[window] = beta;
    found.alpha[window + 1] = alpha[stages];
  }
  Object.assign(edges, found);
  return { extrinsic, parity };
}

/** Posterior LLRs of a constituent's tail x z x z x z, from α after the information bits. */
export function tailPosteriors(join: Join, alpha: number[], tail: ArrayLike<number>): number[] {
  const betas = [ended];
  for (let k = TAIL_STEPS - 1; k > 0; k--) betas.unshift(backward(join, betas[0], tail[2 * k], tail[2 * k + 1]));
  let before = alpha;
  return betas.flatMap((beta, k) => {
    const [x, z] = [tail[2 * k], tail[2 * k + 1]];
    const { bit, parity } = extrinsics(join, before, beta, x, z);
    before = forward(join, before, x, z);
    return [x + bit, z + parity];
  });
}

/** Edges of the first iteration: known at the start of the codeword and, from its tail x z x z x z, at its end. */
export function initialEdges(join: Join, tail: ArrayLike<number>, windows: number): Edges {
  let beta = ended;
  for (let k = TAIL_STEPS - 1; k >= 0; k--) beta = backward(join, beta, tail[2 * k], tail[2 * k + 1]);
  const between = Array.from({ length: windows - 1 }, () => all(0));
  return { alpha: [ended, ...between, all(0)], beta: [all(0), ...between, levelled(beta)] };
}

/** Inputs and outputs of a constituent decoder. */
export interface HalfIteration {
  iteration: number;
  /** 0 or 1. */
  decoder: number;
  /** Bit of the codeword at each stage. */
  order: ArrayLike<number>;
  /** LLRs of the information and parity bits at each stage. */
  u: ArrayLike<number>;
  p: ArrayLike<number>;
  /** Initial metrics of the windows. */
  edges: Edges;
  /** Extrinsic LLR of the bit at each stage. */
  extrinsic: Float64Array;
}

/** The messages from which decoding can continue. */
export interface Messages {
  /** The second decoder's extrinsic LLRs, scaled, [bit of the codeword]. */
  extrinsic: Float64Array;
  /** Metrics at the windows' edges, by decoder. */
  edges: Edges[];
}

/**
 * Decodes a frame of 3K + 12 LLRs in float64.
 *
 * @param options `watch`: called after every half-iteration. `messages`: the messages of an earlier run, which the decoder begins with.
 */
export function decodeTurboFrame(
  llr: ArrayLike<number>,
  decoding: TurboDecoding,
  { watch, messages }: { watch?: (half: HalfIteration) => void; messages?: Messages } = {},
) {
  const { length, windows, algorithm, scale, stop, crc } = decoding;
  const join = JOINS[algorithm];
  const stream = (s: number) => Array.from({ length }, (_, k) => llr[3 * k + s]);
  const tail = (decoder: number) => Array.from({ length: 6 }, (_, i) => llr[3 * length + 6 * decoder + i]);
  const pi = interleaver(length);
  const systematic = stream(0);
  const natural = Uint32Array.from({ length }, (_, k) => k);
  const decoders = [natural, pi].map((order, i) => {
    const edges = initialEdges(join, tail(i), windows);
    const { alpha = edges.alpha, beta = edges.beta } = messages?.edges[i] ?? {};
    return {
      order,
      parity: stream(1 + i),
      // The new tail gives β at the end of the codeword.
      edges: { alpha, beta: beta.with(windows, edges.beta[windows]) },
      posterior: new Float64Array(length),
      parityPosterior: [] as number[],
    };
  });
  const bitsOf = (posterior: Float64Array) => Array.from(posterior, (value) => Number(value > 0));
  const rules = {
    none: () => false,
    sign: () => decoders[0].posterior.every((value, k) => value > 0 === decoders[1].posterior[k] > 0),
    crc() {
      const bits = bitsOf(decoders[1].posterior);
      const name = crc ?? "24A";
      const parity = length - crcLength(name);
      return crcBits(bits.slice(0, parity), name).every((bit, i) => bit === bits[parity + i]);
    },
  };
  let belief = Float64Array.from(systematic, (value, k) => value + (messages?.extrinsic[k] ?? 0));
  let iterations = 0;
  do {
    for (const [decoder, own] of decoders.entries()) {
      const { order, parity, edges, posterior } = own;
      const u = Array.from(order, (k) => belief[k]);
      const before = { ...edges };
      const { extrinsic, parity: gained } = constituent(join, u, parity, edges);
      own.parityPosterior = parity.map((value, k) => value + gained[k]);
      watch?.({ iteration: iterations, decoder, order, u, p: parity, edges: before, extrinsic });
      const next = new Float64Array(length);
      for (const [i, value] of extrinsic.entries()) {
        posterior[order[i]] = u[i] + value;
        next[order[i]] = systematic[order[i]] + scale * value;
      }
      belief = next;
    }
    iterations++;
  } while (iterations < decoding.iterations && !rules[stop]());
  const [, { posterior }] = decoders;
  const extrinsic = posterior.map((value, k) => value - systematic[k]);
  const streams = [posterior, ...decoders.map(({ parityPosterior }) => parityPosterior)];
  const codeword = [
    ...Array.from({ length: 3 * length }, (_, i) => streams[i % 3][Math.floor(i / 3)]),
    ...decoders.flatMap(({ edges }, i) => tailPosteriors(join, edges.alpha[windows], tail(i))),
  ];
  const kept = {
    extrinsic: belief.map((value, k) => value - systematic[k]),
    edges: decoders.map(({ edges }) => edges),
  };
  return { bits: bitsOf(posterior), posterior, extrinsic, codeword, iterations, messages: kept };
}
