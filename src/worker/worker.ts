import { expose, transfer } from "comlink";
import type { Ask, Context, Run } from "#core/experiment.ts";
import { deviceAsk } from "#core/experiment.ts";
import { type ExperimentName, EXPERIMENTS } from "#core/experiments.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import { type Gpu, GpuUnavailableError } from "#core/gpu/device.ts";
import { createGpuHost } from "#core/gpu/host.ts";
import type { Lab, LabEvent } from "./protocol.ts";
import type { FilterDesk } from "./filters.ts";
import type { RecordingDesk } from "./recordings.ts";
import { untilStopped } from "./until-stopped.ts";

let report: (event: LabEvent) => void = () => {};

const host = createGpuHost(navigator.gpu, {
  onError: ({ message }) => report({ kind: "gpu error", message }),
});

const context: Context = { host, onRecovery: (recovery) => report(recovery) };

// What not every visit needs is fetched when it is first asked for.
const filters = () => import("./filters.ts");

let desk: RecordingDesk | undefined;

async function recordingDesk(): Promise<RecordingDesk> {
  const { createRecordingDesk } = await import("./recordings.ts");
  return (desk ??= createRecordingDesk(host, (recovery) => report(recovery)));
}

let filtered: FilterDesk | undefined;

async function filterDesk(): Promise<FilterDesk> {
  const { createFilterDesk } = await filters();
  return (filtered ??= createFilterDesk());
}

/** The long run, the reading of files, a filter's design, the way of a signal through it, and listening to it, in progress. */
const inProgress = {
  run: new AbortController(),
  reading: new AbortController(),
  design: new AbortController(),
  passage: new AbortController(),
  listening: new AbortController(),
};

/** One piece of work on the device, beside other work; done again on a new one when it is lost. */
const onGpu = <T>(work: (gpu: Gpu) => Promise<T>): Promise<T> => deviceAsk(work)(context);

/** Ends what is in progress of its kind, for another. */
function begin(kind: keyof typeof inProgress): AbortSignal {
  inProgress[kind].abort();
  inProgress[kind] = new AbortController();
  return inProgress[kind].signal;
}

/** The end of the last long run, be it done or stopped. */
let ended: Promise<unknown> = Promise.resolve();

/**
 * A long run. It stops the one in progress, and begins when that has come to its end: two at a time would take each other's
 * time.
 */
function runAlone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const signal = begin("run");
  const before = ended;
  const running = untilStopped(signal, async () => {
    await before;
    signal.throwIfAborted();
    return work(signal);
  });
  ended = running.catch(() => {});
  return running;
}

/** Work with recordings that ends what is in progress of its kind. */
async function atDesk<T>(
  kind: keyof typeof inProgress,
  work: (desk: RecordingDesk, signal: AbortSignal) => Promise<T>,
) {
  const signal = begin(kind);
  return work(await recordingDesk(), signal);
}

/** Moved to the page, not copied. */
function movedWaterfall(waterfall: Waterfall): Waterfall {
  const { decibels, rms, peak, samples } = waterfall;
  const moved = [decibels, rms, peak, ...(samples ? [samples] : [])];
  return transfer(
    waterfall,
    moved.map(({ buffer }) => buffer),
  );
}

const lab: Lab = {
  async open(lifeline, onEvent) {
    report = onEvent;
    await new Promise<void>((held) => {
      void navigator.locks.request(lifeline, () => {
        held();
        return new Promise(() => {});
      });
    });
    try {
      const { adapter, timestamps } = await host.get();
      return { available: true, adapter, timestamps };
    } catch (error) {
      if (!(error instanceof GpuUnavailableError)) throw error;
      return { available: false, rung: error.rung, message: error.message };
    }
  },

  async run(experiment, name, start, onStep) {
    await runAlone(async (signal) => {
      const run = await lookUp<Run<unknown, unknown>>(experiment, "runs", name);
      // Awaiting the page keeps a fast GPU from flooding it with steps.
      for await (const step of run(context, start, signal)) await onStep(step);
    });
  },

  async ask(experiment, name, ...args) {
    const ask = await lookUp<Ask<unknown[], unknown>>(experiment, "asks", name);
    return ask(context, ...args);
  },

  openRecordings: (files, hints, onRead) => {
    return atDesk("reading", (desk, signal) => desk.open(files, hints, onRead, signal));
  },
  async waterfall(index, view) {
    const desk = await recordingDesk();
    return movedWaterfall(await onGpu((gpu) => desk.waterfall(gpu, index, view)));
  },
  async previewRecording(index, part) {
    const desk = await recordingDesk();
    return onGpu((gpu) => desk.preview(gpu, index, part));
  },
  surveyRecording: (index, part, onStep) => {
    return atDesk("reading", (desk, signal) => desk.survey(index, part, onStep, signal));
  },
  verifyRecording: (index, onProgress) => {
    return atDesk("reading", (desk, signal) => desk.verify(index, onProgress, signal));
  },
  saveExcerpt: (index, file, onProgress) => {
    return atDesk("reading", (desk, signal) => desk.saveExcerpt(index, file, onProgress, signal));
  },
  async receive(index, scenario, part, onStep) {
    const desk = await recordingDesk();
    await runAlone((signal) => desk.receive(index, scenario, part, onStep, signal));
  },
  decidedBits: async (equalizer) => (await recordingDesk()).bits(equalizer),
  async saveRecording(scenario, name, onProgress) {
    const desk = await recordingDesk();
    return runAlone((signal) => desk.save(scenario, name, onProgress, signal));
  },

  async filterDesign(spec, onTaps) {
    const signal = begin("design");
    const desk = await filterDesk();
    return untilStopped(signal, () => desk.view(spec, { signal, onTaps }));
  },
  async filterPass(config, recorded, onProgress) {
    const signal = begin("passage");
    const desk = await filterDesk();
    const part = recorded && { recording: (await recordingDesk()).recording(recorded.index), part: recorded.part };
    return untilStopped(signal, () => onGpu((gpu) => desk.pass(gpu, config, part, { signal, onProgress })));
  },
  async filterWaterfall(side, view) {
    const desk = await filterDesk();
    return movedWaterfall(await onGpu((gpu) => desk.waterfall(gpu, side, view)));
  },
  async filterSpectrum(side) {
    const desk = await filterDesk();
    return onGpu((gpu) => desk.spectrum(gpu, side));
  },
  filterSamples: async (side, start, count) => (await filterDesk()).samples(side, start, count),
  saveFiltered: async (side, file) => (await filterDesk()).save(side, file),
  async filterListen(side, config, onProgress) {
    const signal = begin("listening");
    const desk = await filterDesk();
    return untilStopped(signal, () => onGpu((gpu) => desk.listen(gpu, side, config, { signal, onProgress })));
  },
  saveSound: async (sound) => (await filters()).soundFile(sound),
  async stop() {
    for (const controller of Object.values(inProgress)) controller.abort();
  },
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
