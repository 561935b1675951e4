import { type UnitSums, dyadic, type Ledger, type LedgerPoint, mergePoint } from "../ledger.ts";
import { frameBounds } from "../count-bounds.ts";
import { CLUSTER_FIELDS, type Measurement } from "../measurement.ts";
import type { Task } from "../schedule.ts";
import { newSweep, type SweepState } from "../sweep.ts";

/** A sweep that needs no computation: its counts have a closed form. */
export interface SimulatedConfig {
  /** dB: whole numbers from 0. */
  points: number[];
  /** Units of each point, and receivers that work on them. */
  units: number;
  receivers: number;
  /** The stop rule: frame errors of each receiver. 0: none. */
  stop: number;
}

export const simulatedSweep: Measurement<SimulatedConfig, unknown> = {
  name: "simulation",
  parse: (config) => config as SimulatedConfig,
  axis: ({ points }) => ({ label: "SNR", points }),
  fields: CLUSTER_FIELDS,
  bounds: (_, { count }, sums) => frameBounds(sums, { frames: count, bits: BITS }),
  stop: ({ stop }) => ({ field: "frameErrors", errors: stop }),
  receivers: ({ receivers }) => receivers,
  units: ({ units }) => units,
  most: (_, { units }) => units,
  open() {
    throw new Error("simulation: nothing is computed");
  },
  row: (_, db, receiver, sums) => ({ db, receiver, sums }),
};

/** Receiver r fails at point p in every unit i where i + r is a multiple of 4^(p + 1). */
const everyOf = (db: number) => 4 ** (db + 1);
const BITS = 6144;

/** Returns the counts of a range without a loop over its units. */
export function simulatedCounts(
  { receivers, stop }: Pick<Ledger, "receivers" | "stop">,
  { db, first, count }: Task,
): LedgerPoint {
  const every = everyOf(db);
  const errorsIn = (from: number, to: number, r: number) =>
    Math.floor((to - 1 + r) / every) - Math.floor((from - 1 + r) / every);
  const sumsIn = (from: number, to: number) =>
    Array.from({ length: receivers }, (_, r) => {
      const errors = errorsIn(from, to, r);
      return [to - from, errors, BITS * (to - from), errors, errors];
    });
  const blocks = dyadic(first, first + count).map(([from, units]): UnitSums => {
    const sums = sumsIn(from, from + units);
    if (stop.errors === 0) return { first: from, units, sums };
    const marked = new Set<number>();
    for (let r = 0; r < receivers; r++) {
      let unit = Math.ceil((from + r) / every) * every - r;
      for (let n = 0; n < stop.errors && unit < from + units; n++, unit += every) marked.add(unit);
    }
    const marks = [...marked].sort((a, b) => a - b).map((unit) => ({ unit, sums: sumsIn(from, unit + 1) }));
    return { first: from, units, sums, marks };
  });
  return { db, blocks };
}

/** Returns the complete state of a sweep, as one machine counts it. */
export function simulatedState(config: SimulatedConfig): SweepState<SimulatedConfig> {
  const state = newSweep(simulatedSweep, config);
  for (const db of config.points) {
    mergePoint(state.ledger, simulatedCounts(state.ledger, { db, first: 0, count: config.units }));
  }
  return state;
}
