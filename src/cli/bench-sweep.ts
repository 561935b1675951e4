import { cpus } from "node:os";
import { type Cluster, simulateCluster } from "../core/measurement/simulation/cluster.ts";
import type { Command } from "./command.ts";
import { type ExtraOption, helpText, readArguments, UsageError, wholeNumber } from "./options.ts";
import { connectRedis, REDIS_OPTION, redisAddress } from "./queue/connection.ts";
import { measureQueue, type QueueSpeed } from "./queue/queue-speed.ts";
import { table } from "./table.ts";
import { print, writeJson } from "./terminal.ts";

const extras = {
  minutes: { value: "N", description: "Length of each simulated sweep without failures. Default 2." },
  redis: {
    value: "URL",
    description: `Also measure the queue of this Redis, which must be empty. ${REDIS_OPTION.redis.description}`,
  },
  jobs: { value: "N", description: "Jobs that the measured queue carries. Default 20000." },
  json: { value: "FILE|-", output: true, description: "Write the results as JSON." },
} satisfies Record<string, ExtraOption>;

const about =
  "Simulates sweeps on up to 10 000 workers that fail: the real scheduler, a simulated clock. Measures Redis's queue.";

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

export const benchSweep: Command = {
  about,
  help: () => helpText("bench-sweep [options]", about, extras),
  async run(args) {
    const { positionals, extras: own } = readArguments(args, extras);
    if (positionals.length) throw new UsageError(`bench-sweep: takes no file, got "${positionals[0]}"`);
    const minutes = wholeNumber("minutes", own.minutes ?? "2", { min: 1, max: 60 });
    const jobs = wholeNumber("jobs", own.jobs ?? "20000", { min: 100 });
    const queue = own.redis === undefined ? undefined : await speedOf(own.redis, jobs);
    const simulated = CASES.map(({ short, ...change }) => {
      const ms = short ? 60_000 : 60_000 * minutes;
      const units = Math.round((ms * change.workers) / POINTS / COMMON.unitMs);
      const cluster: Cluster = { ...COMMON, units, ...change };
      process.stderr.write(`${cluster.workers} workers …\n`);
      return { cluster, report: simulateCluster(cluster) };
    });
    const rows = simulated.map(({ cluster: { workers, failureMs, stop }, report }) => [
      String(workers),
      failureMs === Infinity ? "none" : `${failureMs / HOUR} h`,
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
    const machine = `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} processors`;
    if (own.json) writeJson(own.json, { machine, simulated, queue });
    if (own.json !== "-") {
      print(table([...head, ...costs], rows));
      if (queue) {
        print(
          `\nRedis ${queue.version}, ${machine}: ${queue.jobs} jobs in ${(queue.ms / 1000).toFixed(1)} s, ` +
            `${queue.jobsPerSecond.toFixed(0)} jobs/s from one client process. Redis needs ${queue.redisUs.toFixed(0)} µs ` +
            `and ${queue.commands.toFixed(1)} commands per job, so ${(1e6 / queue.redisUs).toFixed(0)} jobs/s fill its ` +
            `processor. A waiting job takes ${queue.bytes.toFixed(0)} bytes.\n`,
        );
      }
    }
    return simulated.every(({ report }) => report.exact) ? 0 : 1;
  },
};

async function speedOf(url: string, jobs: number): Promise<QueueSpeed> {
  const redis = await connectRedis(redisAddress(url), (message) => void process.stderr.write(`${message}\n`));
  try {
    return await measureQueue(redis, jobs);
  } finally {
    redis.disconnect();
  }
}
