import { type AutoPoints } from "#core/configuration/fields.ts";
import type { SweepStep } from "#core/measurement/sweep.ts";
import { type Runner, useRun, useWanted } from "./run.ts";

/** A lab's sweep of error rates. */
export type Sweep<Config, Point> = Runner<SweepStep<Config, Point>>;

const NO_POINTS: readonly never[] = [];

/** Returns the shown sweep with its own configuration, which may differ from the rail. */
export function useShown<Config, Point>(sweep: Sweep<Config, Point>): { config: Config; points: readonly Point[] } {
  const { step } = useRun(sweep);
  const wanted = useWanted(sweep);
  return { config: step?.state.config ?? wanted, points: step?.results ?? NO_POINTS };
}

/**
 * Returns the ends of a sweep's axis: the first and last point. If the sweep chooses its points, only the known ones
 * count.
 *
 * @param found Points with results, in any order.
 */
export function axisRange(wanted: number[] | AutoPoints, found: readonly number[]): [number, number] {
  const points = Array.isArray(wanted) ? wanted : found;
  return points.length > 0 ? [Math.min(...points), Math.max(...points)] : [0, 10];
}
