import { type AutoPoints } from "#core/configuration/fields.ts";

/**
 * The ends of a sweep's axis: those of its points; where the sweep chooses them, of those it has found so far.
 *
 * @param found Points that have results, in any order.
 */
export function axisRange(wanted: number[] | AutoPoints, found: readonly number[]): [number, number] {
  const points = Array.isArray(wanted) ? wanted : found;
  return points.length > 0 ? [Math.min(...points), Math.max(...points)] : [0, 10];
}
