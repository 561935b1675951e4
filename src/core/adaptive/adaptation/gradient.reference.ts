import { nearestPoint } from "../../constellation/constellation.ts";

export interface AdaptationSizes {
  symbols: number;
  guard: number;
  samplesPerSymbol: number;
  delay: number;
  forwardTaps: number;
  feedbackTaps: number;
  training: number;
  hold?: boolean;
}

/** What an adaptive equalizer meets in a packet: regressors, wanted symbols, and its past decisions. */
export function createPacketReader(
  packet: { received: Float64Array; sent: Float64Array },
  points: Float64Array,
  sizes: AdaptationSizes,
) {
  const { guard, samplesPerSymbol, delay, forwardTaps, feedbackTaps, training } = sizes;
  const grown = new Float64Array(packet.sent.length);
  grown.set(packet.sent.subarray(0, 2 * guard));
  return {
    /** [u; p], complex. */
    regressor(k: number): [number, number][] {
      const u = Array.from({ length: forwardTaps }, (_, i): [number, number] => {
        const n = samplesPerSymbol * (guard + k) + delay - i;
        return [packet.received[2 * n], packet.received[2 * n + 1]];
      });
      const p = Array.from({ length: feedbackTaps }, (_, j): [number, number] => {
        const at = guard + k - 1 - j;
        return [grown[2 * at], grown[2 * at + 1]];
      });
      return [...u, ...p];
    },
    /** d: the sent symbol of the training, then the nearest point. It becomes a past decision. */
    wanted(k: number, z: readonly [number, number]): [number, number] {
      const at = guard + k;
      const { label } = nearestPoint(points, ...z);
      const d: [number, number] =
        k < training ? [packet.sent[2 * at], packet.sent[2 * at + 1]] : [points[2 * label], points[2 * label + 1]];
      grown.set(d, 2 * at);
      return d;
    },
  };
}

/** xᴴ·v */
export function innerProduct(x: readonly (readonly number[])[], v: readonly (readonly number[])[]): [number, number] {
  let [re, im] = [0, 0];
  x.forEach(([c, d], i) => {
    const [a, b] = v[i];
    re += a * c + b * d;
    im += b * c - a * d;
  });
  return [re, im];
}

/** Estimates of LMS, NLMS, CMA or MMA, complex [K]. */
export function followGradient(
  packet: { received: Float64Array; sent: Float64Array },
  points: Float64Array,
  sizes: AdaptationSizes,
  {
    rule,
    step,
    start,
    modulus = 0,
    switching = Infinity,
  }: {
    rule: "lms" | "nlms" | "cma" | "mma";
    step: number;
    start?: number;
    modulus?: number;
    switching?: number;
  },
): Float64Array {
  const reader = createPacketReader(packet, points, sizes);
  const x = Array.from({ length: sizes.forwardTaps + sizes.feedbackTaps }, (_, i): [number, number] => [
    Number(i === start),
    0,
  ]);
  const estimates = new Float64Array(2 * sizes.symbols);
  for (let k = 0; k < sizes.symbols; k++) {
    const v = reader.regressor(k);
    const z = innerProduct(x, v);
    estimates.set(z, 2 * k);
    const d = reader.wanted(k, z);
    let e = [d[0] - z[0], d[1] - z[1]];
    if (rule === "cma" && k < switching) e = z.map((part) => part * (modulus - z[0] ** 2 - z[1] ** 2));
    if (rule === "mma" && k < switching) e = z.map((part) => part * (modulus - part ** 2));
    if (sizes.hold && k >= sizes.training) continue;
    const power = rule === "nlms" ? 1e-6 + v.reduce((sum, [a, b]) => sum + a * a + b * b, 0) : 1;
    v.forEach(([a, b], i) => {
      // μ·v·e*
      x[i][0] += (step / power) * (a * e[0] + b * e[1]);
      x[i][1] += (step / power) * (b * e[0] - a * e[1]);
    });
  }
  return estimates;
}
