import type { TurboDecoding } from "./decoding.ts";
import { crcBits, CRC_BITS } from "../crc/crc.ts";
import { interleaver } from "./qpp.ts";
import { NEXT_STATE, PARITY, STATES, TAIL_STEPS } from "./trellis.ts";

/** log(eᵃ + eᵇ), or its approximation. */
type Join = (a: number, b: number) => number;

export const JOINS: Record<TurboDecoding["algorithm"], Join> = {
  "max-log": Math.max,
  "log-map": (a, b) => (a === b ? a + Math.LN2 : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))),
};

/** The same metric for every state. */
const all = (metric: number) => Array.from({ length: STATES }, () => metric);

/** A codeword starts and ends in state 0. */
const ended = all(-Infinity).with(0, 0);

/** All branches of a stage, with their metrics: the LLRs of the bits that are 1. */
function eachBranch(
  u: number,
  p: number,
  visit: (state: number, next: number, bit: number, parity: number, metric: number) => void,
): void {
  for (let state = 0; state < STATES; state++) {
    for (const bit of [0, 1]) {
      const parity = PARITY[state][bit];
      visit(state, NEXT_STATE[state][bit], bit, parity, bit * u + parity * p);
    }
  }
}

export function forward(join: Join, alpha: number[], u: number, p: number): number[] {
  const next = all(-Infinity);
  eachBranch(u, p, (from, to, _bit, _parity, metric) => {
    next[to] = join(next[to], alpha[from] + metric);
  });
  return next;
}

export function backward(join: Join, beta: number[], u: number, p: number): number[] {
  const before = all(-Infinity);
  eachBranch(u, p, (from, to, _bit, _parity, metric) => {
    before[from] = join(before[from], beta[to] + metric);
  });
  return before;
}

/** α and β at the edges of the windows: [window edge 0…P][state]. */
export interface Edges {
  alpha: number[][];
  beta: number[][];
}

export const levelled = (metrics: number[]) => metrics.map((metric) => metric - metrics[0]);

/**
 * One BCJR decoder of P windows: extrinsic LLRs of its information bits, from those bits' LLRs `u` and the parities' `p`.
 * The windows start with `edges`, and replace them by the edges of the next iteration.
 */
export function constituent(join: Join, u: ArrayLike<number>, p: ArrayLike<number>, edges: Edges): Float64Array {
  const windows = edges.alpha.length - 1;
  const stages = u.length / windows;
  const extrinsic = new Float64Array(u.length);
  const found: Edges = { alpha: [...edges.alpha], beta: [...edges.beta] };
  for (let window = 0; window < windows; window++) {
    const [first, end] = [window * stages, (window + 1) * stages];
    const alpha = [edges.alpha[window]];
    for (let k = first; k < end; k++) alpha.push(levelled(forward(join, alpha[k - first], u[k], p[k])));
    let beta = edges.beta[window + 1];
    for (let k = end - 1; k >= first; k--) {
      const sums = [-Infinity, -Infinity];
      eachBranch(0, p[k], (from, to, bit, _parity, metric) => {
        sums[bit] = join(sums[bit], alpha[k - first][from] + metric + beta[to]);
      });
      extrinsic[k] = sums[1] - sums[0];
      beta = levelled(backward(join, beta, u[k], p[k]));
    }
    // The ends of the codeword do not change.
    if (window > 0) found.beta[window] = beta;
    if (window + 1 < windows) found.alpha[window + 1] = alpha[stages];
  }
  Object.assign(edges, found);
  return extrinsic;
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

/**
 * Decodes a frame of 3K + 12 LLRs in float64. * @param watch Called after every half-iteration.
 */
export function decodeFrame(llr: ArrayLike<number>, decoding: TurboDecoding, watch?: (half: HalfIteration) => void) {
  const { length, windows, algorithm, scale, stop, crc } = decoding;
  const join = JOINS[algorithm];
  const stream = (s: number) => Array.from({ length }, (_, k) => llr[3 * k + s]);
  const tail = (decoder: number) => Array.from({ length: 6 }, (_, i) => llr[3 * length + 6 * decoder + i]);
  const pi = interleaver(length);
  const systematic = stream(0);
  const natural = Uint32Array.from({ length }, (_, k) => k);
  const decoders = [natural, pi].map((order, i) => ({
    order,
    parity: stream(1 + i),
    edges: initialEdges(join, tail(i), windows),
    posterior: new Float64Array(length),
  }));
  const bitsOf = (posterior: Float64Array) => Array.from(posterior, (value) => Number(value > 0));
  const rules = {
    none: () => false,
    sign: () => decoders[0].posterior.every((value, k) => value > 0 === decoders[1].posterior[k] > 0),
    crc() {
      const bits = bitsOf(decoders[1].posterior);
      const check = crcBits(bits.slice(0, -CRC_BITS), crc ?? "24A");
      return check.every((bit, i) => bit === bits[length - CRC_BITS + i]);
    },
  };
  let belief = Float64Array.from(systematic);
  let iterations = 0;
  do {
    for (const [decoder, { order, parity, edges, posterior }] of decoders.entries()) {
      const u = Array.from(order, (k) => belief[k]);
      const before = { ...edges };
      const extrinsic = constituent(join, u, parity, edges);
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
  return { bits: bitsOf(posterior), posterior, extrinsic, iterations };
}
