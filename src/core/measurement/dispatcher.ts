import { type LedgerPoint, mergePoint } from "./ledger.ts";
import type { Measurement } from "./measurement.ts";
import { createPace } from "./pace.ts";
import type { Task } from "./schedule.ts";
import { sweepClaims, sweepBatches, type SweepState } from "./sweep.ts";

/**
 * Cuts a sweep into jobs for workers, and collects their results. It knows no transport: a queue, a simulation or a
 * test carries the jobs. Results may come in any order, more than once, and of ranges that it never issued.
 */
export interface Dispatcher<Config> {
  /** The counts so far. */
  readonly state: SweepState<Config>;
  /** Issues the next job; undefined while no further one is needed. */
  next(): Task | undefined;
  /** Returns how many further jobs workers need that do `slots` jobs at a time. */
  wanted(slots: number): number;
  /** Takes over a job that another dispatcher has issued. */
  adopt(task: Task): void;
  /**
   * Takes the counts of a range.
   *
   * @param ms Time that the range took on its worker. It decides the length of later jobs.
   */
  deliver(task: Task, point: LedgerPoint, ms: number): void;
  /** Takes back a job that was lost. Its units are issued again. */
  giveBack(task: Task): void;
  /** Takes back, and returns, the jobs that the stop rule has made superfluous. */
  obsolete(): Task[];
  /** Returns the jobs that were issued or checked at least `ms` ago: their workers may be gone. Counts as a check. */
  late(ms: number): Task[];
  /** Number of issued jobs without a result. */
  outstanding(): number;
  done(): boolean;
}

export interface DispatcherOptions {
  /** Returns the wanted duration of a job, ms. Default: one second. */
  jobMs?: () => number;
  /** Returns the number of workers. Default: 1. */
  workers?: () => number;
  /** A monotonic clock, ms. */
  now?: () => number;
}

/** Issued jobs for each job that the workers do at a time: no worker waits for the scheduler. */
const AHEAD = 1.5;
/** Fewest issued jobs. */
const LEAST = 4;

/** @param state The state to continue from. The dispatcher changes it. */
export function createDispatcher<Config>(
  measurement: Measurement<Config, unknown>,
  state: SweepState<Config>,
  { jobMs = () => 1000, workers = () => 1, now = () => performance.now() }: DispatcherOptions = {},
): Dispatcher<Config> {
  const claims = sweepClaims(measurement, state);
  const pace = createPace(sweepBatches(measurement, state.config).trial, jobMs, workers);
  /** When each job was issued or last checked. In this order, too. */
  const issued = new Map<string, { task: Task; at: number }>();
  const issue = (task: Task) => void issued.set(keyOf(task), { task, at: now() });
  return {
    state,
    next() {
      // An aligned range has between half of this length and all of it: on average the wanted one.
      const task = claims.next(Math.round(Math.SQRT2 * pace.next(claims.left())), true);
      if (task) issue(task);
      return task;
    },
    wanted(slots) {
      // Until the speed is known jobs are tiny. Thousands of them would only delay the first results.
      const most = pace.growing() ? LEAST : Math.max(LEAST, Math.ceil(AHEAD * slots));
      return Math.max(0, most - issued.size);
    },
    adopt(task) {
      claims.adopt(task);
      issue(task);
    },
    deliver(task, point, ms) {
      issued.delete(keyOf(task));
      mergePoint(state.ledger, point);
      claims.counted(task);
      pace.measured(task.count, ms);
    },
    giveBack(task) {
      issued.delete(keyOf(task));
      claims.giveBack(task);
    },
    obsolete() {
      const tasks = claims.obsolete();
      for (const task of tasks) {
        issued.delete(keyOf(task));
        claims.giveBack(task);
      }
      return tasks;
    },
    late(ms) {
      const found: Task[] = [];
      for (const { task, at } of issued.values()) {
        if (now() - at < ms) break;
        found.push(task);
      }
      for (const task of found) {
        issued.delete(keyOf(task));
        issue(task);
      }
      return found;
    },
    outstanding: () => issued.size,
    done: claims.done,
  };
}

const keyOf = ({ db, first }: Task) => `${db} ${first}`;
