import { expose, transfer } from "comlink";
import { type Ask, buffersToMove, type Context, type Run } from "#core/experiment.ts";
import { type ExperimentName, EXPERIMENTS } from "#core/experiments.ts";
import { busyMs } from "#core/gpu/busy.ts";
import { type AdapterDescription, GpuUnavailableError } from "#core/gpu/device.ts";
import { createGpuHost } from "#core/gpu/host.ts";
import { setWorkgroupSizes, type WorkgroupSizes } from "#core/gpu/workgroup-size.ts";
import { readTunings, sizesOfTuning, tuningOf } from "#core/tuning/kept-tunings.ts";
import { version } from "../../package.json";
import { createFileReader } from "../storage/file-reader.ts";
import { inOrder } from "./in-order.ts";
import type { WorkerApi, WorkerEvent } from "./protocol.ts";
import { createRunningWork } from "./running-work.ts";

let report: (event: WorkerEvent) => void = () => {};

let tunings: ReturnType<typeof readTunings>["tunings"] = [];
let isOpen = false;

function sizesOf(adapter: AdapterDescription): WorkgroupSizes {
  const { tuning } = tuningOf(tunings, adapter, version);
  return tuning ? sizesOfTuning(tuning) : {};
}

const host = createGpuHost(navigator.gpu, {
  sizesOf,
  smallStorage: true,
  onError: ({ message }) => report({ kind: "gpu error", message }),
  onRecovery: (recovery) => report(recovery),
});

const turns = createRunningWork();
const { end, alone } = turns;
/** Fetched only when somebody uses it. */
const live = async () => (await import("./sources/sources.ts")).liveSources;
const temporary = () => import("../storage/temporary.ts");
const readFile = createFileReader();
/** Returns the context of a question or a run that has just arrived. */
const newContext = (): Context => ({
  host,
  onRecovery: (recovery) => {
    // The host tells of a lost device, also between runs.
    if (recovery.kind !== "device lost") report(recovery);
  },
  begin: turns.arrive(),
  end,
  alone,
  open: async (...source) => (await live()).open(...source),
  openTemporary: async (least) => (await temporary()).openTemporary(least),
  readFile,
});

const lab: WorkerApi = {
  async open(lifeline, onEvent) {
    report = onEvent;
    // The device opens while the browser grants the lock. Below, its failure is answered.
    host.get().catch(() => {});
    await new Promise<void>((held) => {
      void navigator.locks.request(lifeline, () => {
        held();
        return new Promise(() => {});
      });
    });
    // Without storage there is nothing to delete.
    void (async () => (await temporary()).deleteTemporary())().catch(() => {});
    try {
      const { adapter, timestamps } = await host.get();
      isOpen = true;
      return { available: true, adapter, timestamps };
    } catch (error) {
      if (!(error instanceof GpuUnavailableError)) throw error;
      return { available: false, missing: error.missing, message: error.message };
    }
  },

  async useTunings(text) {
    ({ tunings } = readTunings(text));
    if (!isOpen) return;
    const { device, adapter } = await host.get();
    setWorkgroupSizes(device, sizesOf(adapter));
  },

  async prepare(experiment) {
    if (Object.hasOwn(EXPERIMENTS, experiment)) await EXPERIMENTS[experiment as ExperimentName]().catch(() => {});
  },

  async run(experiment, name, start, onStep) {
    const context = newContext();
    await alone(async (signal) => {
      const run = await lookUp<Run<unknown, unknown>>(experiment, "runs", name);
      // Waiting for the page keeps a fast GPU from flooding it with steps.
      for await (const step of run(context, start, signal)) await onStep(step);
    });
  },

  async ask(experiment, name, ...args) {
    const context = newContext();
    const ask = await lookUp<Ask<unknown[], unknown>>(experiment, "asks", name);
    const answer = await inOrder((...given: unknown[]) => ask(context, ...given), ...args);
    const buffers = buffersToMove(answer);
    return buffers.length > 0 ? transfer(answer as object, buffers) : answer;
  },

  offerMicrophone: async (...offer) => (await live()).offerMicrophone(...offer),
  watchRadio: async (onStatus) => (await live()).watchRadio(onStatus),
  record: async (start, onProgress) => inOrder((await live()).record, start, onProgress),
  stopRecording: async () => (await live()).stopRecording(),

  keepSweep: async (...args) => (await import("./kept-sweeps.ts")).keepSweep(...args),
  dropSweep: async (id) => (await import("./kept-sweeps.ts")).dropSweep(id),

  async stop() {
    turns.stop();
  },

  busyMs: async () => busyMs((await host.get()).device),
};

/** @throws RangeError for an experiment, or a run or question of it, that is not there. */
async function lookUp<T>(experiment: string, kind: "runs" | "asks", name: string): Promise<T> {
  if (!Object.hasOwn(EXPERIMENTS, experiment)) throw new RangeError(`worker: there is no experiment ${experiment}`);
  const module: Partial<Record<typeof kind, object>> = await EXPERIMENTS[experiment as ExperimentName]();
  const named = module[kind] ?? {};
  if (!Object.hasOwn(named, name)) throw new RangeError(`worker: ${experiment} has no ${name} among its ${kind}`);
  return named[name as never] as T;
}

expose(lab);
