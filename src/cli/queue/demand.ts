import type { SweepOrder } from "../devices/protocol.ts";
import type { RangeJob } from "./job-queue.ts";
import type { SweepStore } from "./sweep-store.ts";

/** What a worker knows of the sweeps whose jobs it does. Its jobs ask this instead of Redis. */
export interface Demand {
  /** Returns what a job computes; undefined if its counts are no longer needed. */
  orderOf(job: RangeJob): Promise<SweepOrder | undefined>;
  /** Looks for sweeps and points that have ended. */
  look(): Promise<void>;
  /** Returns false if the last look has found that a job's counts are no longer needed. */
  needs(job: RangeJob): boolean;
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

  const needs = ({ sweep, task }: RangeJob) => known.get(sweep)?.ended.includes(String(task.db)) === false;

  return {
    async orderOf(job) {
      if (!known.has(job.sweep)) await read(job.sweep);
      return needs(job) ? known.get(job.sweep)?.order : undefined;
    },
    async look() {
      const changes = await store.changes();
      if (changes === seen) return;
      for (const sweep of known.keys()) await read(sweep);
      seen = changes;
    },
    needs,
  };
}
