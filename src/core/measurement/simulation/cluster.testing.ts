import { createDispatcher } from "../dispatcher.ts";
import type { Task } from "../schedule.ts";
import { newSweep } from "../sweep.ts";
import { createAgenda } from "./agenda.testing.ts";
import { simulatedCounts, simulatedState, simulatedSweep } from "./simulated-sweep.testing.ts";

/** A sweep on simulated machines. Times are in milliseconds of simulated time. */
export interface Cluster {
  workers: number;
  points: number;
  /** Units of each point, and receivers that work on them. */
  units: number;
  receivers: number;
  /** The stop rule: frame errors of each receiver. 0: none. */
  stop: number;
  /** Mean time of a unit. A worker's speed differs from the mean by up to `spread`, 0 to 1. */
  unitMs: number;
  spread: number;
  jobMs: number;
  /** Time of a worker's start, also after a failure. */
  startMs: number;
  /** Mean time between two failures of a worker. A failed worker loses the jobs that it holds. */
  failureMs: number;
  /** Share of the failures after which the worker still delivers its job, long after it was given to another one. */
  hangs: number;
  /** Time from a failure until the queue gives the job to another worker. */
  lostMs: number;
  /** Time of a message between a worker and the queue. */
  latencyMs: number;
  /** Time between two turns of the scheduler. */
  tickMs: number;
  seed: number;
}

export interface ClusterReport {
  /** Simulated time until the sweep is complete. */
  ms: number;
  /** Counted units, divided by those that the workers would have counted without a pause. */
  efficiency: number;
  /** Delivered jobs, lost jobs, and duplicate results. */
  jobs: number;
  lost: number;
  twice: number;
  failures: number;
  /** Real processor time of the scheduler per job, µs: cutting, merging, stop rule. */
  schedulerUs: number;
  /** Size of a job's result as JSON; size of the whole ledger at its largest and at the end. Bytes. */
  resultBytes: number;
  largestLedger: number;
  lastLedger: number;
  /** True if the counts equal the counts of one machine that never fails. */
  exact: boolean;
}

/** Jobs that a worker holds: it computes one, and the next one waits. */
const HELD = 2;
/** Simulated time between two looks at the ledger's size, in turns of the scheduler. */
const LOOK_TURNS = 50;

interface SimulatedWorker {
  /** Time of a unit on it. */
  unitMs: number;
  held: Task[];
  /** Jobs that it has asked for and does not hold yet. */
  asked: number;
  /** Counts its lives: an event of an earlier life is void. */
  life: number;
  busy: boolean;
}

/**
 * Runs the scheduler's dispatcher against simulated workers that fail, until the sweep is complete.
 *
 * @param cpuMs Returns the real processor time of this process, ms.
 */
export function simulateCluster(cluster: Cluster, cpuMs = () => performance.now()): ClusterReport {
  const { workers: count, unitMs, latencyMs } = cluster;
  const { points, units, receivers, stop } = cluster;
  const config = { points: Array.from({ length: points }, (_, i) => i), units, receivers, stop };
  const agenda = createAgenda();
  const random = uniform(cluster.seed);
  let schedulerMs = 0;
  const timed = <T>(work: () => T): T => {
    const start = cpuMs();
    const result = work();
    schedulerMs += cpuMs() - start;
    return result;
  };
  const dispatcher = timed(() =>
    createDispatcher(simulatedSweep, newSweep(simulatedSweep, config), {
      jobMs: () => cluster.jobMs,
      workers: () => count,
      now: () => agenda.now(),
    }),
  );
  const report = { ms: 0, jobs: 0, lost: 0, twice: 0, failures: 0, resultBytes: 0, largestLedger: 0 };
  const queue: Task[] = [];
  const waiting: SimulatedWorker[] = [];
  const delivered = new Set<string>();
  /** Points that need no further unit. */
  const ended = new Set<number>();

  function ask(worker: SimulatedWorker): void {
    while (worker.held.length + worker.asked < HELD) {
      worker.asked++;
      waiting.push(worker);
    }
    hand();
  }

  /** Gives the jobs of the queue to the workers that asked first. */
  function hand(): void {
    while (queue.length > 0 && waiting.length > 0) {
      const worker = waiting.shift()!;
      const task = queue.shift()!;
      const { life } = worker;
      agenda.after(latencyMs, () => {
        if (worker.life !== life) return requeue(task);
        worker.asked--;
        worker.held.push(task);
        compute(worker);
      });
    }
  }

  function compute(worker: SimulatedWorker): void {
    if (worker.busy) return;
    // Workers do not begin jobs that are no longer needed.
    const needed = worker.held.filter(({ db }) => !ended.has(db));
    if (needed.length < worker.held.length) {
      worker.held = needed;
      ask(worker);
    }
    const [task] = worker.held;
    if (!task) return;
    worker.busy = true;
    const { life } = worker;
    const ms = task.count * worker.unitMs;
    agenda.after(ms, () => {
      if (worker.life !== life) return;
      worker.busy = false;
      worker.held.shift();
      agenda.after(latencyMs, () => deliver(task, ms));
      ask(worker);
      compute(worker);
    });
  }

  function deliver(task: Task, ms: number): void {
    const point = simulatedCounts(dispatcher.state.ledger, task);
    const key = `${task.db} ${task.first}`;
    report.jobs++;
    if (delivered.has(key)) report.twice++;
    delivered.add(key);
    if (report.jobs === 1) report.resultBytes = JSON.stringify({ task, point, ms }).length;
    timed(() => dispatcher.deliver(task, point, ms));
    if (dispatcher.done()) report.ms ||= agenda.now();
  }

  function requeue(task: Task): void {
    report.lost++;
    agenda.after(cluster.lostMs, () => {
      queue.unshift(task);
      hand();
    });
  }

  function start(worker: SimulatedWorker): void {
    const life = ++worker.life;
    Object.assign(worker, { held: [], asked: 0, busy: false });
    agenda.after(cluster.startMs, () => ask(worker));
    // Failures have no memory: times between them are exponential.
    agenda.after(-cluster.failureMs * Math.log(1 - random()), () => {
      if (worker.life !== life || report.ms > 0) return;
      report.failures++;
      const [first] = worker.held;
      if (first && random() < cluster.hangs) agenda.after(2 * cluster.lostMs, () => deliver(first, cluster.lostMs));
      for (const task of worker.held) requeue(task);
      for (let i = waiting.length - 1; i >= 0; i--) if (waiting[i] === worker) waiting.splice(i, 1);
      start(worker);
    });
  }

  let turns = 0;
  function turn(): void {
    timed(() => {
      for (const { db, first } of dispatcher.obsolete()) {
        ended.add(db);
        const at = queue.findIndex((task) => task.db === db && task.first === first);
        if (at >= 0) queue.splice(at, 1);
      }
      for (let wanted = dispatcher.wanted(HELD * count); wanted > 0; wanted--) {
        const task = dispatcher.next();
        if (!task) break;
        queue.push(task);
      }
    });
    hand();
    if (turns++ % LOOK_TURNS === 0) {
      report.largestLedger = Math.max(report.largestLedger, JSON.stringify(dispatcher.state.ledger).length);
    }
    agenda.after(cluster.tickMs, turn);
  }

  turn();
  /** Units of all workers in a millisecond. */
  let speed = 0;
  for (let i = 0; i < count; i++) {
    const own = unitMs * (1 + cluster.spread * (2 * random() - 1));
    speed += 1 / own;
    start({ unitMs: own, held: [], asked: 0, life: 0, busy: false });
  }
  while (report.ms === 0 && agenda.step());

  const found = dispatcher.state.ledger;
  const counted = found.points.reduce((sum, { stopped }) => sum + (stopped ?? cluster.units), 0);
  return {
    ...report,
    efficiency: counted / (speed * report.ms),
    schedulerUs: (1000 * schedulerMs) / report.jobs,
    lastLedger: JSON.stringify(found).length,
    exact: JSON.stringify(found) === JSON.stringify(simulatedState(config).ledger),
  };
}

/** Returns uniform numbers, 0 to 1: the generator mulberry32. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
