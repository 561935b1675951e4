import { type AutoPoints } from "#core/configuration/fields.ts";
import type { SweepStep } from "#core/measurement/sweep.ts";
import { type Runner, useRun, useWanted } from "./run.ts";

/** A sweep of error rates, as a lab runs it. */
export type Sweep<Config, Point> = Runner<SweepStep<Config, Point>>;

const NO_POINTS: readonly never[] = [];

/** The sweep that is shown: its own configuration, whatever the rail says meanwhile. */
export function useShown<Config, Point>(sweep: Sweep<Config, Point>): { config: Config; points: readonly Point[] } {
  const { step } = useRun(sweep);
  const wanted = useWanted(sweep);
  return { config: step?.state.config ?? wanted, points: step?.results ?? NO_POINTS };
}

/**
 * The ends of a sweep's axis: those of its points; where the sweep chooses them, of those it has found so far.
 *
 * @param found Points that have results, in any order.
 */
export function axisRange(wanted: number[] | AutoPoints, found: readonly number[]): [number, number] {
  const points = Array.isArray(wanted) ? wanted : found;
  return points.length > 0 ? [Math.min(...points), Math.max(...points)] : [0, 10];
}
