import type { KnownChannel } from "../../theory/finite.ts";
import { solveEqualizer } from "../../theory/finite.ts";

/** A point of the plane of two real taps. */
export type TapPair = [w0: number, w1: number];

/** The error of a linear equalizer with two real taps: a bowl, and the cost of CMA with its two pairs of minima. */
export interface ErrorBowl {
  /** Best taps, and J there. */
  best: TapPair;
  mse: number;
  /** Eigenvalues of R, rising; and the eigenvalue of each of its eigenvectors (1, 1) and (1, −1). */
  eigenvalues: TapPair;
  eigenvectors: { sum: number; difference: number };
  /** Closed lines of equal mean squared error. */
  contours: { level: number; line: TapPair[] }[];
  /** Closed lines of equal cost of CMA. */
  modulusContours: { level: number; line: TapPair[] }[];
  /** Minima of CMA's cost E(z² − 1)², the lowest first; the negative of each is one, too. */
  minima: { at: TapPair; cost: number }[];
}

/** Multiples of J − J_min at the contours. */
const LEVELS = [0.02, 0.08, 0.2, 0.4, 0.7, 1.1, 1.6, 2.2];
const MODULUS_LEVELS = [0.3, 0.36, 0.46, 0.7, 0.98, 1.5, 3];
/** Points of a contour. */
const POINTS = 180;

/** What the cost of CMA depends on: joint taps by symbol are s = B·w. */
interface Moments {
  /** [symbol][tap] */
  joint: readonly TapPair[];
  noiseVariance: number;
}

/** E z² and E z⁴ of BPSK and real Gaussian noise. */
function momentsAt({ joint, noiseVariance }: Moments, [a, b]: TapPair): { square: number; fourth: number } {
  let [square, fourths] = [noiseVariance * (a * a + b * b), 0];
  for (const [x, y] of joint) {
    const s = x * a + y * b;
    square += s * s;
    fourths += s ** 4;
  }
  // The fourth cumulant of ±1 is −2.
  return { square, fourth: 3 * square * square - 2 * fourths };
}

/** Returns E(z² − 1)² of two real taps. */
export function modulusCost(moments: Moments, taps: TapPair): number {
  const { square, fourth } = momentsAt(moments, taps);
  return fourth - 2 * square + 1;
}

/** Returns the moments of a real channel at δ = 0 … : u_k = [y_(k+δ), y_(k+δ−1)]. */
export function bowlMoments({ taps, noiseVariance }: Pick<KnownChannel, "taps" | "noiseVariance">): Moments {
  const real = Array.from({ length: taps.length / 2 }, (_, l) => taps[2 * l]);
  const joint = Array.from({ length: real.length + 1 }, (_, n): TapPair => [real[n] ?? 0, real[n - 1] ?? 0]);
  return { joint, noiseVariance };
}

/**
 * Returns the error surfaces of two real taps on a real channel at one sample per symbol.
 *
 * @param channel With the noise variance of real noise.
 */
export function errorBowl(channel: KnownChannel, delay: number): ErrorBowl {
  const moments = bowlMoments(channel);
  const { forward, mse } = solveEqualizer(channel, { forwardTaps: 2, delay });
  const best: TapPair = [forward[0], forward[2]];
  const [r0, r1] = moments.joint.reduce(
    ([power, product], [x, y]) => [power + x * x, product + x * y],
    [channel.noiseVariance, 0],
  );
  // R = [[r0, r1], [r1, r0]] has the eigenvectors (1, ±1)/√2.
  const axes = [r0 + r1, r0 - r1];
  const contours = LEVELS.map((excess) => ({
    level: mse + excess,
    line: Array.from({ length: POINTS + 1 }, (_, n): TapPair => {
      const angle = (2 * Math.PI * n) / POINTS;
      const p = Math.sqrt(excess / (2 * axes[0])) * Math.cos(angle);
      const q = Math.sqrt(excess / (2 * axes[1])) * Math.sin(angle);
      return [best[0] + p + q, best[1] + p - q];
    }),
  }));
  return {
    best,
    mse,
    eigenvalues: axes.toSorted((a, b) => a - b) as TapPair,
    eigenvectors: { sum: axes[0], difference: axes[1] },
    contours,
    modulusContours: MODULUS_LEVELS.flatMap((level) => modulusLines(moments, level).map((line) => ({ level, line }))),
    minima: modulusMinima(moments),
  };
}

/** On a ray (r cos φ, r sin φ) the cost is r⁴f − 2r²p + 1, so r² follows from a quadratic equation. */
function radii(moments: Moments, angle: number, level: number): TapPair | undefined {
  const { square: p, fourth: f } = momentsAt(moments, [Math.cos(angle), Math.sin(angle)]);
  const root = p * p - f * (1 - level);
  if (root < 0) return undefined;
  return [Math.sqrt(Math.max(0, (p - Math.sqrt(root)) / f)), Math.sqrt((p + Math.sqrt(root)) / f)];
}

const at = (radius: number, angle: number): TapPair => [radius * Math.cos(angle), radius * Math.sin(angle)];
/** Angles of the lines' points. */
const FINE = 720;
const angleOf = (n: number) => (2 * Math.PI * n) / FINE;

/** Returns the closed lines of one cost. Below the local maximum at 0, where the cost is 1, they surround the minima. */
function modulusLines(moments: Moments, level: number): TapPair[][] {
  const found = Array.from({ length: FINE }, (_, n) => radii(moments, angleOf(n), level));
  const gap = found.findIndex((one) => one === undefined);
  if (gap < 0) {
    const ring = (side: 0 | 1) => Array.from({ length: FINE + 1 }, (_, n) => at(found[n % FINE]![side], angleOf(n)));
    return level < 1 ? [ring(1), ring(0)] : [ring(1)];
  }
  const lines: TapPair[][] = [];
  let [inner, outer]: [TapPair[], TapPair[]] = [[], []];
  for (let n = gap; n <= gap + FINE; n++) {
    const one = found[n % FINE];
    if (one) {
      inner.push(at(one[0], angleOf(n)));
      outer.push(at(one[1], angleOf(n)));
    } else if (outer.length > 0) {
      lines.push([...outer, ...inner.toReversed(), outer[0]]);
      [inner, outer] = [[], []];
    }
  }
  return lines;
}

/** Along a ray the least cost is 1 − p²/f; its minima over the angle, in half a turn, are refined by halving. */
function modulusMinima(moments: Moments): ErrorBowl["minima"] {
  const cost = (angle: number) => {
    const { square: p, fourth: f } = momentsAt(moments, [Math.cos(angle), Math.sin(angle)]);
    return 1 - (p * p) / f;
  };
  const step = angleOf(1);
  const minima: ErrorBowl["minima"] = [];
  for (let n = 0; n < FINE / 2; n++) {
    let [angle, width] = [angleOf(n) - Math.PI / 2, step];
    if (!(cost(angle) <= cost(angle - step) && cost(angle) < cost(angle + step))) continue;
    for (let i = 0; i < 40; i++) {
      width /= 2;
      if (cost(angle + width) < cost(angle)) angle += width;
      else if (cost(angle - width) < cost(angle)) angle -= width;
    }
    const { square: p, fourth: f } = momentsAt(moments, [Math.cos(angle), Math.sin(angle)]);
    minima.push({ at: at(Math.sqrt(p / f), angle), cost: cost(angle) });
  }
  return minima.toSorted((a, b) => a.cost - b.cost);
}

/** The path of two taps through a packet, from their start. */
export function tapPath(
  packet: {
    /** y of symbols δ − 1 … , real: sample k + 1 is the newest of symbol k. */
    received: ArrayLike<number>;
    sent: ArrayLike<number>;
  },
  { rule, step, start, symbols }: { rule: "lms" | "cma"; step: number; start: TapPair; symbols: number },
): TapPair[] {
  let [a, b] = start;
  const path: TapPair[] = [[a, b]];
  for (let k = 0; k < symbols; k++) {
    const [u, v] = [packet.received[k + 1], packet.received[k]];
    const z = a * u + b * v;
    const error = rule === "lms" ? packet.sent[k] - z : z * (1 - z * z);
    a += step * error * u;
    b += step * error * v;
    path.push([a, b]);
  }
  return path;
}

/** Returns the mean taps of LMS from 0: each eigenvector's part nears the best taps by the factor 1 − μλ per symbol. */
export function meanPath(
  { best, eigenvectors }: Pick<ErrorBowl, "best" | "eigenvectors">,
  { step, symbols }: { step: number; symbols: number },
): TapPair[] {
  const [sum, difference] = [(best[0] + best[1]) / 2, (best[0] - best[1]) / 2];
  return Array.from({ length: symbols + 1 }, (_, k): TapPair => {
    const p = sum * (1 - (1 - step * eigenvectors.sum) ** k);
    const q = difference * (1 - (1 - step * eigenvectors.difference) ** k);
    return [p + q, p - q];
  });
}
