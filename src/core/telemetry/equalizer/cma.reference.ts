import { constantModulusOf } from "./cma.float64.ts";

/** c ← c − μ∇J, `passes` times. The costs are those before each step. */
export function constantModulusTaps(
  window: Float64Array,
  initial: Float64Array,
  { step = 0.04, passes = 12 } = {},
): { taps: Float64Array; costs: number[] } {
  const evaluate = constantModulusOf(window);
  let taps = initial;
  const costs = Array.from({ length: passes }, () => {
    const { cost, gradient } = evaluate(taps);
    taps = taps.map((value, i) => value - step * gradient[i]);
    return cost;
  });
  return { taps, costs };
}
