import type { CostasLoop } from "./costas-loop.ts";
import { softWeights, STEPS } from "./soft-detector.ts";

/** An angle as a fraction of a turn, and the most by which a float32 kernel may differ. */
export interface ExpectedAngle {
  turns: number;
  error: number;
}

/** Rounding of one operation. */
const EPSILON = 2 ** -24;
/** Error of arg z in float32, turns: 4e-7 rad, and the rounding of the angle. */
const ANGLE_ERROR = 2 ** -22;

/**
 * Returns the angles of C[n] = Σ_{|k|≤W} w(|x|)·|x|·(x/|x|)^M and their slopes, the angles between the sums behind sample n and before it:
 * for each sample from −1 − W on.
 *
 * @param all Complex samples: 2W + 1 before the page, then the page.
 */
export function costasAngles(
  all: ArrayLike<number>,
  { order, weight, half }: Pick<CostasLoop, "order" | "weight"> & { half: number },
): { angle: ExpectedAngle; slope: ExpectedAngle }[] {
  const M = Number(order);
  const table = weight === "reliability" ? softWeights(order) : [1, 1];
  const weightOf = (magnitude: number) => {
    const at = Math.min(magnitude * STEPS, table.length - 1);
    const step = Math.min(Math.floor(at), table.length - 2);
    return table[step] + (at - step) * (table[step + 1] - table[step]);
  };
  const terms = Array.from({ length: all.length / 2 + half }, (_, i) => {
    const [re, im] = [all[2 * i] ?? 0, all[2 * i + 1] ?? 0];
    const size = Math.hypot(re, im) * weightOf(Math.hypot(re, im));
    return [size * Math.cos(M * Math.atan2(im, re)), size * Math.sin(M * Math.atan2(im, re)), size];
  });
  const sum = (from: number, to: number) => {
    const [re, im, size] = [0, 1, 2].map((part) =>
      terms.slice(from, to).reduce((total, term) => total + term[part], 0),
    );
    // A term has some 16 operations, and each squaring doubles its error of phase.
    const relative = size === 0 ? 0 : ((to - from + 6 * M + 16) * EPSILON * size) / Math.hypot(re, im);
    return { re, im, relative };
  };
  const angleOf = (re: number, im: number, relative: number): ExpectedAngle => ({
    turns: re === 0 && im === 0 ? 0 : Math.atan2(im, re) / (2 * Math.PI),
    error: ANGLE_ERROR + relative / Math.PI,
  });
  const sign = M > 2 ? -1 : 1;
  return Array.from({ length: all.length / 2 - 2 * half }, (_, j) => {
    const [whole, before, behind] = [sum(j, j + 2 * half + 1), sum(j, j + half), sum(j + half + 1, j + 2 * half + 1)];
    return {
      angle: angleOf(sign * whole.re, sign * whole.im, whole.relative),
      slope: angleOf(
        behind.re * before.re + behind.im * before.im,
        behind.im * before.re - behind.re * before.im,
        behind.relative + before.relative,
      ),
    };
  });
}
