import { coverageOf } from "../../core/measurement/coverage.ts";
import { sweepPoints, type SweepState, sweepStep } from "../../core/measurement/sweep.ts";
import { type Command, command, type Given, type OwnOptions } from "../command.ts";
import { checkHiding, chooseDevices, DEFAULT_DEVICE, sharedNote } from "../devices/device-list.ts";
import { oneWord, UsageError } from "../options.ts";
import { collect, resultsJson } from "../queue/collected.ts";
import { connectRedis, REDIS_OPTION, redisAddress, toldOf, withoutSecrets, withRedis } from "../queue/connection.ts";
import { openDevicePool } from "../queue/device-pool.ts";
import { createSweepStore, KEPT_DAYS, type SweepRecord, type SweepStore } from "../queue/sweep-store.ts";
import { work } from "../queue/worker.ts";
import { SWEEP_OPTIONS } from "./run-sweep.ts";
import { allSweeps, type AnySweep, readSweepToRun } from "./sweeps.ts";
import { writeJson } from "../output.ts";
import { interruptSignal, print, tell } from "../terminal.ts";

export const sweepSubmit = command({
  name: "sweep submit",
  usage: "CONFIG --redis URL",
  about:
    "Submits a sweep to a queue in Redis, and prints its ID. CONFIG is a result that --json wrote, whose counts are kept, or only its config.",
  examples: ["sweep submit curve.json --redis redis://localhost"],
  takes: "files",
  extras: REDIS_OPTION,
  async run({ positionals, own }) {
    const file = oneWord("sweep submit: takes a file", positionals);
    const { measurement, state, begun } = await readSweepToRun(file);
    const ledger = begun ? state.ledger : undefined;
    const id = await withRedis(own.redis, (redis) =>
      createSweepStore(redis).submit(measurement.name, state.config, ledger),
    );
    if (ledger) tell(`The sweep begins with the counts in ${file}.`);
    print(`${id}\n`);
    return 0;
  },
});

const { gpus, "default-limits": limits } = SWEEP_OPTIONS;

export const sweepWork = command({
  name: "sweep work",
  usage: "--redis URL [options]",
  about: "Computes submitted sweeps, together with all other workers of the same Redis, until ctrl-C or SIGTERM.",
  examples: ["sweep work --redis redis://localhost --gpus all"],
  extras: { ...REDIS_OPTION, gpus, "default-limits": limits },
  async run({ own }) {
    const devices = own.gpus === undefined ? [DEFAULT_DEVICE] : chooseDevices(own.gpus);
    const address = redisAddress(own.redis);
    checkHiding(devices);
    const onNote = (message: string) => void tell(`${withoutSecrets(message, address.secrets)}`);
    const signal = interruptSignal();
    const redis = await connectRedis(address, onNote);
    const pool = await openDevicePool(devices, { limits: own["default-limits"] ? "default" : "adapter", onNote });
    try {
      if (/aof_enabled:0/.test(await redis.info("persistence"))) {
        onNote("This Redis keeps nothing on disk: a crash loses the sweeps. Start it with --appendonly yes.");
      }
      const { name, software } = pool.adapter;
      const shared = sharedNote(devices, pool.adapter);
      if (shared) onNote(shared);
      if (software) onNote(`${name} is a software adapter: it computes on the processor, not on a GPU.`);
      onNote(`This worker has ${devices.length} ${devices.length === 1 ? "device" : "devices"} and waits for sweeps.`);
      await work(redis, pool, { devices: devices.length, sweeps: await allSweeps(), signal, onNote });
    } catch (error) {
      throw toldOf(address, error);
    } finally {
      await pool.close();
      redis.disconnect();
    }
    return 0;
  },
});

/** Declares a command about one submitted sweep. */
const aboutSweep = <const Own extends OwnOptions>(
  name: string,
  about: string,
  work: (store: SweepStore, record: SweepRecord, own: Given<Own>["own"]) => Promise<number | void>,
  { extras = {} as Own, usage = "" }: { extras?: Own; usage?: string } = {},
): Command =>
  command({
    name: `sweep ${name}`,
    usage: `ID --redis URL${usage}`,
    about,
    examples: [`sweep ${name} V1StGXR8 --redis redis://localhost`],
    takes: "names",
    extras: { ...REDIS_OPTION, ...extras },
    async run({ positionals, own }) {
      const id = oneWord(`sweep ${name}: takes an ID`, positionals);
      return withRedis(own.redis, async (redis) => {
        const store = createSweepStore(redis);
        return (await work(store, await recordOf(store, id), own as Given<Own>["own"])) ?? 0;
      });
    },
  });

export const sweepStatus = aboutSweep("status", "Shows how far a submitted sweep is.", async (store, record) => {
  const { id, status, error } = record;
  const { measurement, state } = collect(record, await store.counts(id), await allSweeps());
  const { progress } = sweepStep(measurement, state);
  const fleet = await store.workers();
  const [count, devices] = [fleet.length, fleet.reduce((sum, own) => sum + own, 0)];
  const workers = `${count} ${count === 1 ? "worker" : "workers"} with ${devices} ${devices === 1 ? "device" : "devices"}`;
  print(`${id}: ${status}, ${Math.floor(100 * progress)} %, ${countedPoints(measurement, state)}; ${workers}\n`);
  if (error) print(`Error: ${error}\n`);
});

/** Returns in words how many points have counts. A fresh sweep has rows of results without any. */
function countedPoints(measurement: AnySweep, state: SweepState<object>): string {
  const { points, last } = sweepPoints(measurement, state);
  const counted = coverageOf(state.ledger, points).filter((point) => point.counted > 0).length;
  return `counts at ${counted} of ${points.length} ${points.length === 1 ? "point" : "points"}${last ? "" : " so far"}`;
}

export const sweepResults = aboutSweep(
  "results",
  "Writes the results of a submitted sweep so far: the JSON of the sweep's own command without timings, and done. " +
    "done is true when no further results will come: complete, cancelled or failed.",
  async (store, record, { json = "-" }) => {
    const { id, status, error } = record;
    writeJson(json, resultsJson(record, await store.counts(id), await allSweeps()));
    if (error) tell(`${id} failed: ${error}`);
    return status === "failed" ? 1 : 0;
  },
  {
    usage: " [--json FILE|-]",
    extras: { "json FILE|-": { output: true, description: "File for the results. Default: standard output." } },
  },
);

export const sweepCancel = aboutSweep(
  "cancel",
  "Cancels a submitted sweep. Its results so far remain.",
  async (store, { id, status }) => {
    const cancelled = await store.end(id, "cancelled");
    print(cancelled ? `${id}: cancelled\n` : `${id}: nothing to cancel; it is ${status}\n`);
  },
);

export const sweepRemove = aboutSweep(
  "remove",
  `Removes a sweep that has ended, with its results, from Redis. Otherwise this happens ${KEPT_DAYS} days after its end.`,
  async (store, { id }) => {
    if (!(await store.remove(id))) throw new UsageError(`${id} is running. Cancel it first: sweep cancel ${id}`);
    print(`${id}: removed\n`);
  },
);

/** @throws UsageError if there is no such sweep, or if it was removed. */
async function recordOf(store: SweepStore, id: string): Promise<SweepRecord> {
  const [record, removedAt] = await Promise.all([store.record(id), store.removedAt(id)]);
  if (!record) throw new UsageError(`there is no sweep "${id}" in this Redis; sweep submit prints the ID`);
  if (removedAt !== undefined) {
    const day = new Date(removedAt).toISOString().slice(0, 10);
    throw new UsageError(
      `${id} was ${record.status}, and was removed on ${day}: by sweep remove, or ${KEPT_DAYS} days after its end. ` +
        "Submit it again to compute it again.",
    );
  }
  return record;
}
