import { sweepStep } from "../../core/measurement/sweep.ts";
import type { Command } from "../command.ts";
import { checkHiding, chooseDevices, DEFAULT_DEVICE } from "../devices/device-list.ts";
import { type ExtraOption, helpText, readArguments, UsageError } from "../options.ts";
import { collect, resultsJson } from "../queue/collected.ts";
import { connectRedis, REDIS_OPTION, redisAddress, toldOf, withoutSecrets, withRedis } from "../queue/connection.ts";
import { openDevicePool } from "../queue/device-pool.ts";
import { createSweepStore, KEPT_DAYS, type SweepRecord, type SweepStore } from "../queue/sweep-store.ts";
import { work } from "../queue/worker.ts";
import { SWEEP_OPTIONS } from "./run-sweep.ts";
import { allSweeps, readSweepToRun } from "./sweeps.ts";
import { writeJson } from "../output.ts";
import { interruptSignal, print, tell } from "../terminal.ts";

const submitOptions = REDIS_OPTION satisfies Record<string, ExtraOption>;
const submitAbout =
  "Submits a sweep to a queue in Redis, and prints its ID. CONFIG is a result that --json wrote, whose counts are kept, or only its config.";

export const sweepSubmit: Command = {
  about: submitAbout,
  help: () => helpText("sweep submit CONFIG --redis URL", submitAbout, submitOptions),
  async run(args) {
    const { positionals, extras } = readArguments(args, submitOptions);
    const file = oneOf("submit", "a file", positionals);
    const { measurement, state, begun } = await readSweepToRun(file);
    const ledger = begun ? state.ledger : undefined;
    const id = await withRedis(extras.redis, (redis) =>
      createSweepStore(redis).submit(measurement.name, state.config, ledger),
    );
    if (ledger) tell(`The sweep begins with the counts in ${file}.`);
    print(`${id}\n`);
    return 0;
  },
};

const { gpus, "default-limits": limits } = SWEEP_OPTIONS;
const workOptions = { ...REDIS_OPTION, gpus, "default-limits": limits } satisfies Record<string, ExtraOption>;
const workAbout =
  "Computes submitted sweeps, together with all other workers of the same Redis, until ctrl-C or SIGTERM.";

export const sweepWork: Command = {
  about: workAbout,
  help: () => helpText("sweep work --redis URL [options]", workAbout, workOptions),
  async run(args) {
    const { positionals, extras } = readArguments(args, workOptions);
    if (positionals.length > 0) throw new UsageError(`sweep work: takes no file, got "${positionals[0]}"`);
    const devices = extras.gpus === undefined ? [DEFAULT_DEVICE] : chooseDevices(extras.gpus);
    const address = redisAddress(extras.redis);
    checkHiding(devices);
    const onNote = (message: string) => void tell(`${withoutSecrets(message, address.secrets)}`);
    const signal = interruptSignal();
    const redis = await connectRedis(address, onNote);
    const pool = await openDevicePool(devices, { limits: extras["default-limits"] ? "default" : "adapter", onNote });
    try {
      if (/aof_enabled:0/.test(await redis.info("persistence"))) {
        onNote("This Redis keeps nothing on disk: a crash loses the sweeps. Start it with --appendonly yes.");
      }
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
};

const statusAbout = "Shows how far a submitted sweep is.";

export const sweepStatus: Command = {
  about: statusAbout,
  help: () => helpText("sweep status ID --redis URL", statusAbout, REDIS_OPTION),
  async run(args) {
    const { positionals, extras } = readArguments(args, REDIS_OPTION);
    const id = oneOf("status", "an ID", positionals);
    return withRedis(extras.redis, async (redis) => {
      const store = createSweepStore(redis);
      const record = await recordOf(store, id);
      const { measurement, state } = collect(record, await store.counts(id), await allSweeps());
      const { progress, results } = sweepStep(measurement, state);
      const fleet = await store.workers();
      const [count, devices] = [fleet.length, fleet.reduce((sum, own) => sum + own, 0)];
      const workers = `${count} ${count === 1 ? "worker" : "workers"} with ${devices} ${devices === 1 ? "device" : "devices"}`;
      print(`${id}: ${record.status}, ${Math.floor(100 * progress)} %, ${results.length} results so far; ${workers}\n`);
      if (record.error) print(`Error: ${record.error}\n`);
      return 0;
    });
  },
};

const resultsOptions = {
  ...REDIS_OPTION,
  json: { value: "FILE|-", output: true, description: "File for the results. Default: standard output." },
} satisfies Record<string, ExtraOption>;
const resultsAbout =
  "Writes the results of a submitted sweep so far: the JSON of the sweep's own command without timings, and done. " +
  "done is true when no further results will come: complete, cancelled or failed.";

export const sweepResults: Command = {
  about: resultsAbout,
  help: () => helpText("sweep results ID --redis URL [--json FILE|-]", resultsAbout, resultsOptions),
  async run(args) {
    const { positionals, extras } = readArguments(args, resultsOptions, undefined, "names");
    const id = oneOf("results", "an ID", positionals);
    return withRedis(extras.redis, async (redis) => {
      const store = createSweepStore(redis);
      const record = await recordOf(store, id);
      writeJson(extras.json ?? "-", resultsJson(record, await store.counts(id), await allSweeps()));
      if (record.error) tell(`${id} failed: ${record.error}`);
      return record.status === "failed" ? 1 : 0;
    });
  },
};

const cancelAbout = "Cancels a submitted sweep. Its results so far remain.";

export const sweepCancel: Command = {
  about: cancelAbout,
  help: () => helpText("sweep cancel ID --redis URL", cancelAbout, REDIS_OPTION),
  async run(args) {
    const { positionals, extras } = readArguments(args, REDIS_OPTION);
    const id = oneOf("cancel", "an ID", positionals);
    return withRedis(extras.redis, async (redis) => {
      const store = createSweepStore(redis);
      const { status } = await recordOf(store, id);
      const cancelled = await store.end(id, "cancelled");
      print(cancelled ? `${id}: cancelled\n` : `${id}: nothing to cancel; it is ${status}\n`);
      return 0;
    });
  },
};

const removeAbout = `Removes a sweep that has ended, with its results, from Redis. Otherwise this happens ${KEPT_DAYS} days after its end.`;

export const sweepRemove: Command = {
  about: removeAbout,
  help: () => helpText("sweep remove ID --redis URL", removeAbout, REDIS_OPTION),
  async run(args) {
    const { positionals, extras } = readArguments(args, REDIS_OPTION);
    const id = oneOf("remove", "an ID", positionals);
    return withRedis(extras.redis, async (redis) => {
      const store = createSweepStore(redis);
      await recordOf(store, id);
      if (!(await store.remove(id))) {
        throw new UsageError(`${id} is running. Cancel it first: sweep cancel ${id}`);
      }
      print(`${id}: removed\n`);
      return 0;
    });
  },
};

function oneOf(name: string, what: string, positionals: readonly string[]): string {
  const [one, second] = positionals;
  if (one === undefined || second !== undefined) {
    throw new UsageError(`sweep ${name}: takes ${what}, got ${positionals.length}`);
  }
  return one;
}

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
