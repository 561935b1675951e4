import { MOST_FAILURES } from "../gpu/host.ts";
import { createPace } from "./pace.ts";
import type { CountedRange, RangeWorker } from "./range-worker.ts";
import { type Lane, type Task, WorkerLostError } from "./schedule.ts";

/** Duration of a range: long enough to cost nothing, short enough to show progress. */
const RANGE_MS = 250;
/** Ranges in a worker's queue: its device computes the next one while the results of the last one travel. */
const IN_FLIGHT = 2;

export interface RangeLaneOptions {
  /** Units of the first range. */
  trial: number;
  /** Lanes that share the work. */
  lanes: number;
  /**
   * Called when a worker was lost and its ranges were given back.
   *
   * @param again True: the lane opens another worker. False: it ends.
   */
  onLost(error: WorkerLostError, again: boolean): void;
}

interface Flight {
  task: Task;
  forget: AbortController;
  outcome?: { counted?: CountedRange } | { error: unknown };
}

/**
 * Returns a lane that hands ranges to a worker, and opens another worker after a loss.
 *
 * @throws WorkerLostError if workers are lost repeatedly without a result in between; other errors of a worker at once.
 */
export function rangeLane(open: () => Promise<RangeWorker>, { trial, lanes, onLost }: RangeLaneOptions): Lane {
  const pace = createPace(
    trial,
    () => RANGE_MS,
    () => lanes,
  );
  return async ({ work, signal, news, wake, change }) => {
    let failures = 0;
    /** Units of the worker's page. */
    let page = 1;
    /** Returns the length of the next range: whole pages, because a device computes whole pages. */
    const next = () => page * Math.max(1, Math.round(pace.next(work.left()) / page));
    while (!signal.aborted && !work.done()) {
      try {
        await pump(await open());
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof WorkerLostError)) throw error;
        onLost(error, ++failures <= MOST_FAILURES);
        if (failures > MOST_FAILURES) throw error;
      }
    }

    async function pump(worker: RangeWorker): Promise<void> {
      const flights: Flight[] = [];
      try {
        for (;;) {
          while (!signal.aborted && flights.length < IN_FLIGHT) {
            const task = work.next(next());
            if (!task) break;
            flights.push(begin(worker, task));
          }
          if (signal.aborted || (flights.length === 0 && work.done())) return;
          for (const { task, forget } of flights) if (!work.wanted(task)) forget.abort();
          const ended = flights.find(({ outcome }) => outcome);
          if (!ended?.outcome) {
            await change();
            continue;
          }
          if ("error" in ended.outcome) throw ended.outcome.error;
          flights.splice(flights.indexOf(ended), 1);
          const { counted } = ended.outcome;
          if (!counted) {
            work.giveBack(ended.task);
            continue;
          }
          failures = 0;
          ({ page } = counted);
          pace.measured(ended.task.count, counted.ms);
          work.merge(ended.task, counted.point);
          news();
        }
      } finally {
        for (const { task, forget } of flights) {
          forget.abort();
          work.giveBack(task);
        }
        worker.close();
        wake();
      }
    }

    function begin(worker: RangeWorker, task: Task): Flight {
      const flight: Flight = { task, forget: new AbortController() };
      worker.run(task, flight.forget.signal).then(
        (counted) => {
          flight.outcome = { counted };
          wake();
        },
        (error: unknown) => {
          flight.outcome = { error };
          wake();
        },
      );
      return flight;
    }
  };
}
