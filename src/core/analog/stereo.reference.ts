import { audioTaps, pilotTaps } from "./multiplex.ts";
import { steadyPilot } from "./steady-pilot.reference.ts";
import type { StereoConfig } from "./stereo.ts";

/** Returns left and right of a multiplex as pairs, from rest: pilot, product, de-emphasis and low-pass filter by their formulas. */
export function stereo(
  x: Float64Array,
  {
    rate,
    decimation,
    deemphasis,
    leastPilot,
    isSteady = false,
  }: Required<Pick<StereoConfig, "rate" | "decimation" | "deemphasis" | "leastPilot">> & Pick<StereoConfig, "isSteady">,
): Float64Array {
  const [g, h] = [pilotTaps(rate), audioTaps(rate)];
  const delay = (g.length / 2 - 1) / 2;
  const pole = deemphasis > 0 ? Math.exp(-1 / (rate * deemphasis)) : 0;
  const steady = isSteady ? steadyPilot(rate, leastPilot)(x) : new Float64Array(x.length).fill(1);
  const sides = new Float64Array(2 * x.length);
  for (let n = 0; n < x.length; n++) {
    let [re, im] = [0, 0];
    for (let k = 0; k <= Math.min(n, 2 * delay); k++) {
      re += g[2 * k] * x[n - k];
      im += g[2 * k + 1] * x[n - k];
    }
    const sine = (-2 * steady[n] * re * im) / Math.max(re * re + im * im, leastPilot ** 2);
    for (const [side, sign] of [1, -1].entries()) {
      const value = n < delay ? 0 : x[n - delay] * (1 + sign * 2 * sine);
      sides[2 * n + side] = (1 - pole) * value + (n > 0 ? pole * sides[2 * n - 2 + side] : 0);
    }
  }
  return Float64Array.from({ length: 2 * Math.ceil(x.length / decimation) }, (_, i) => {
    const [n, side] = [decimation * (i >> 1), i & 1];
    return h.reduce((sum, tap, k) => (k <= n ? sum + tap * sides[2 * (n - k) + side] : sum), 0);
  });
}
