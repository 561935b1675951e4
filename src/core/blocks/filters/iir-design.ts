import { design, type IirFilter as Designed } from "../../filter-design/registry.ts";
import type { Listed } from "../list-field.ts";
import type { IirFilterParameters } from "./iir-filter.ts";
import { realPolynomialRoots } from "./polynomial-roots.ts";

/** Most coefficients of a list: roots of longer polynomials are inaccurate. */
const MOST = 25;

/**
 * Returns the designed filter as second-order sections.
 *
 * @param rate Samples per second; 1 if it is unknown.
 * @throws RangeError for edges outside half the rate, an unstable filter, and lists without a filter.
 */
export function designRecursion(parameters: IirFilterParameters, rate: number): Designed {
  const { design: type, band, order, cutoff, upper, ripple, attenuation } = parameters;
  const filter =
    type === "coefficients"
      ? listedRecursion(parameters)
      : design({
          type,
          rate,
          order,
          band,
          cutoff: band.startsWith("band") ? [cutoff, upper] : cutoff,
          ...((type === "chebyshev1" || type === "elliptic") && { ripple }),
          ...((type === "chebyshev2" || type === "elliptic") && { attenuation }),
        });
  if (filter.kind !== "iir") throw new RangeError("The filter must have real coefficients.");
  if (!filter.stability.stable) throw new RangeError(`The filter is unstable: ${filter.stability.verdict}`);
  return filter;
}

const isReal = (list: readonly Listed[]): list is readonly number[] => list.every((value) => typeof value === "number");

function listedRecursion({ forward, backward }: IirFilterParameters) {
  if (!isReal(forward) || !isReal(backward) || Math.max(forward.length, backward.length) > MOST) {
    const name = isReal(forward) && forward.length <= MOST ? "Backward" : "Forward";
    throw new RangeError(
      `${name} must have 1 to ${MOST} real numbers. Use several filters one after another for more.`,
    );
  }
  if (backward[0] === 0) throw new RangeError("The first backward coefficient must not be 0.");
  if (backward.length <= 3 && forward.length <= 3) {
    const at = (list: readonly number[], k: number) => (list[k] ?? 0) / backward[0];
    const row = [at(forward, 0), at(forward, 1), at(forward, 2), 1, at(backward, 1), at(backward, 2)] as const;
    return design({ type: "sections", sections: [row] });
  }
  const lead = forward.findIndex((value) => value !== 0);
  if (lead !== 0) throw new RangeError("The first forward coefficient must not be 0. Use a delay before the filter.");
  const points = (list: readonly number[]) => realPolynomialRoots(list).map(({ re, im }) => [re, im] as const);
  return design({
    type: "zeros-poles",
    zeros: points(forward),
    poles: points(backward),
    gain: forward[0] / backward[0],
  });
}
