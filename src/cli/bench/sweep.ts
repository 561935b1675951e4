import { cpus } from "node:os";
import { type Cluster, simulateCluster } from "../../core/measurement/simulation/cluster.testing.ts";
import { command, type Given, type OwnOptions } from "../command.ts";
import { UsageError, wholeNumber } from "../options.ts";
import { connectRedis, REDIS_OPTION, redisAddress } from "../queue/connection.ts";
import { measureQueue, type QueueSpeed, type SleepingFleet } from "../queue/queue-speed.bench.ts";
import { table } from "../table.ts";
import { writeJson } from "../output.ts";
import { print, tell } from "../terminal.ts";

const extras = {
  "minutes N": "Length of each simulated sweep without failures. Default 2.",
  "redis URL": `Measure the queue of this Redis, which must be empty. ${REDIS_OPTION.redis.description}`,
  "workers N": "Workers of the measured queue. Their devices sleep. Default 100.",
  "devices N": "Devices of each worker. Default 1.",
  "ranges N": "Ranges in a job of the measured queue. Default 1.",
  "range-ms MS": "Duration of a range of the measured queue. Default 1000.",
  "seconds S": "Duration of the measured sweep. Default 60.",
  "json FILE|-": { output: true, description: "Write the results as JSON." },
} satisfies OwnOptions;

const HOUR = 3_600_000;
const POINTS = 10;

/** Times of a GPU of one's own machine: pages of some 40 ms, a start of 1.5 s, and the queue's times for lost jobs. */
const COMMON = {
  points: POINTS,
  receivers: 4,
  stop: 0,
  unitMs: 1,
  spread: 0.1,
  jobMs: 1000,
  startMs: 1500,
  failureMs: Infinity,
  hangs: 0.1,
  lostMs: 9000,
  latencyMs: 2,
  tickMs: 100,
  seed: 1,
};

/** The simulated clusters: what differs, and its description. */
const CASES: readonly (Partial<Cluster> & { workers: number; short?: true })[] = [
  { workers: 1 },
  { workers: 10 },
  { workers: 100 },
  { workers: 1000 },
  { workers: 1000, failureMs: 24 * HOUR },
  { workers: 1000, failureMs: HOUR },
  { workers: 1000, failureMs: HOUR / 6 },
  { workers: 1000, stop: 100 },
  { workers: 10_000, short: true },
];

export const benchSweep = command({
  name: "bench-sweep",
  about: "Simulates sweeps on up to 10 000 workers that fail, or measures a real queue.",
  details:
    "Simulates sweeps on up to 10 000 workers that fail: the real scheduler, a simulated clock. With --redis it instead measures the real queue, with workers whose devices sleep.",
  examples: ["bench-sweep --json scale.json"],
  failure: "One machine would count differently, or the work failed or was stopped.",
  extras,
  async run({ own }) {
    checkOptions(own);
    const minutes = wholeNumber("minutes", own.minutes ?? "2", { min: 1, max: 60 });
    const machine = `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} processors`;
    if (own.redis !== undefined) {
      const queue = await measureQueueOf(own.redis, {
        workers: wholeNumber("workers", own.workers ?? "100", { min: 1, max: 2000 }),
        devices: wholeNumber("devices", own.devices ?? "1", { min: 1, max: 64 }),
        ranges: wholeNumber("ranges", own.ranges ?? "1", { min: 1, max: 64 }),
        rangeMs: wholeNumber("range-ms", own["range-ms"] ?? "1000", { min: 1 }),
        seconds: wholeNumber("seconds", own.seconds ?? "60", { min: 5 }),
      });
      if (own.json) writeJson(own.json, { machine, queue });
      if (own.json !== "-") print(describeQueue(queue, machine));
      return queue.exact ? 0 : 1;
    }
    const simulated = CASES.map(({ short, ...change }) => {
      const ms = short ? 60_000 : 60_000 * minutes;
      const units = Math.round((ms * change.workers) / POINTS / COMMON.unitMs);
      const cluster: Cluster = { ...COMMON, units, ...change };
      tell(`${cluster.workers} workers …`);
      return { cluster, report: simulateCluster(cluster, cpuMs) };
    });
    const rows = simulated.map(({ cluster: { workers, failureMs, stop }, report }) => [
      String(workers),
      failureMs === Infinity ? "none" : `${(failureMs / HOUR).toFixed(2)} h`,
      String(stop),
      (report.ms / 1000).toFixed(0),
      (report.jobs / (report.ms / 1000)).toFixed(0),
      `${(100 * report.efficiency).toFixed(1)} %`,
      `${report.failures}, ${report.lost}, ${report.twice}`,
      report.schedulerUs.toFixed(0),
      String(report.resultBytes),
      `${report.largestLedger}, ${report.lastLedger}`,
      report.exact ? "yes" : "NO",
    ]);
    const head = ["workers", "failure every", "stop", "s", "jobs/s", "efficiency", "failures, lost, twice"];
    const costs = ["µs of scheduler per job", "bytes per result", "bytes of ledger: most, end", "exact"];
    if (own.json) writeJson(own.json, { machine, simulated });
    if (own.json !== "-") print(table([...head, ...costs], rows));
    return simulated.every(({ report }) => report.exact) ? 0 : 1;
  },
});

/** @throws UsageError if an option belongs to the measurement that is not made. */
function checkOptions(own: Given<typeof extras>["own"]): void {
  const queue = (["workers", "devices", "ranges", "range-ms", "seconds"] as const).find(
    (name) => own[name] !== undefined,
  );
  if (queue && own.redis === undefined) {
    throw new UsageError(`bench-sweep: --${queue} belongs to the measured queue; give --redis`);
  }
  if (own.minutes !== undefined && own.redis !== undefined) {
    throw new UsageError("bench-sweep: --minutes belongs to the simulation; leave --redis out");
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measureQueueOf(url: string, fleet: SleepingFleet): Promise<QueueSpeed> {
  const address = redisAddress(url);
  return measureQueue(() => connectRedis(address, (message) => void tell(`${message}`)), fleet);
}

function describeQueue(queue: QueueSpeed, machine: string): string {
  const { version, workers, devices, rangeMs, exact, efficiency } = queue;
  const { ranges, ms, rangesPerSecond, idle, redisUs, processUs, commands } = queue.middle;
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  return (
    `Redis ${version}, ${machine}: ${workers} workers with ${devices} devices each, ` +
    `jobs of ${queue.ranges} ranges of ${rangeMs} ms.\n` +
    `In the middle half of the sweep ${ranges} ranges took ${(ms / 1000).toFixed(1)} s: ${rangesPerSecond.toFixed(0)} ranges/s. ` +
    `Devices waited ${percent(idle)} of the time.\n` +
    `Per range: ${redisUs.toFixed(0)} µs of Redis's processor, ${commands.toFixed(1)} commands, ` +
    `${processUs.toFixed(0)} µs of this process. So ${(1e6 / redisUs).toFixed(0)} ranges/s fill Redis's processor.\n` +
    `From the submission to the end the efficiency was ${percent(efficiency)}. ` +
    `${exact ? "One machine gives equal counts" : "ONE MACHINE GIVES OTHER COUNTS"}.\n`
  );
}
