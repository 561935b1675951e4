import type { Task } from "../../core/measurement/schedule.ts";
import type { SweepOrder } from "../devices/protocol.ts";
import type { SweepStore } from "./sweep-store.ts";

/** What a worker knows of the sweeps whose jobs it does. Its jobs ask this instead of Redis. */
export interface Demand {
  /** Returns what a sweep's jobs compute; undefined if the sweep has ended. */
  orderOf(sweep: string): Promise<SweepOrder | undefined>;
  /** Looks for sweeps and points that have ended. */
  look(): Promise<void>;
  /** Returns false if the last look has found that a range's counts are no longer needed. */
  needs(sweep: string, task: Task): boolean;
}

interface Known {
  order: SweepOrder;
  ended: readonly string[];
}

export function createDemand(store: SweepStore): Demand {
  /** Running sweeps. */
  const known = new Map<string, Known>();
  let seen: string | null = null;

  async function read(sweep: string): Promise<void> {
    const [record, ended] = await Promise.all([store.record(sweep), store.endedPoints(sweep)]);
    if (record?.status !== "running") {
      known.delete(sweep);
      return;
    }
    const { experiment, config } = record;
    known.set(sweep, { order: { experiment, config: JSON.parse(config) as object }, ended });
  }

  return {
    async orderOf(sweep) {
      if (!known.has(sweep)) await read(sweep);
      return known.get(sweep)?.order;
    },
    async look() {
      const changes = await store.changes();
      if (changes === seen) return;
      for (const sweep of known.keys()) await read(sweep);
      seen = changes;
    },
    needs: (sweep, { db }) => known.get(sweep)?.ended.includes(String(db)) === false,
  };
}
