import { expose, transfer } from "comlink";
import { createFigureSession, type FigureSession } from "#core/telemetry/experiment/figures.ts";
import { defaultPageBlocks } from "#core/telemetry/experiment/page.ts";
import { newSweep, runSweep } from "#core/telemetry/experiment/sweep.ts";
import { timeReceiver } from "#core/telemetry/experiment/timings.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import { type Gpu, GpuUnavailableError } from "#core/gpu/device.ts";
import { createGpuHost, resilient } from "#core/gpu/host.ts";
import type { Lab, LabEvent } from "./protocol.ts";
import type { FilterDesk } from "./filters.ts";
import type { RecordingDesk } from "./recordings.ts";
import { untilStopped } from "./until-stopped.ts";

let report: (event: LabEvent) => void = () => {};

const host = createGpuHost(navigator.gpu, {
  onError: ({ message }) => report({ kind: "gpu error", message }),
});

// What not every visit needs is fetched when it is first asked for.
const convolution = () => import("./convolution.ts");
const filters = () => import("./filters.ts");
const mimo = () => import("./mimo.ts");
const turbo = () => import("./turbo.ts");

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

/** Each device's figures: their plans stay from one scenario to the next. */
const sessions = new WeakMap<Gpu, FigureSession>();

function figureSession(gpu: Gpu): FigureSession {
  const session = sessions.get(gpu) ?? createFigureSession(gpu);
  sessions.set(gpu, session);
  return session;
}

/** The long run, the reading of files, a filter's design, the way of a signal through it, and listening to it, in progress. */
const inProgress = {
  run: new AbortController(),
  reading: new AbortController(),
  design: new AbortController(),
  passage: new AbortController(),
  listening: new AbortController(),
};

/** One piece of work on the device; done again on a new one when it is lost. */
async function onGpu<T>(work: (gpu: Gpu) => Promise<T>): Promise<T> {
  async function* once(gpu: Gpu) {
    yield { state: undefined, answer: await work(gpu) };
  }
  for await (const { answer } of resilient(host, undefined, once, { onRecovery: report })) return answer;
  throw new Error("unreachable");
}

/** Ends what is in progress of its kind, for another. */
function begin(kind: keyof typeof inProgress): AbortSignal {
  inProgress[kind].abort();
  inProgress[kind] = new AbortController();
  return inProgress[kind].signal;
}

interface Measurement<State, Step> {
  start: State;
  run: (gpu: Gpu, state: State, options: { signal: AbortSignal; page: number }) => AsyncGenerator<Step>;
  page?: number;
}

/** The end of the last long run, be it done or stopped. */
let ended: Promise<unknown> = Promise.resolve();

/**
 * A long run, in pages of at most so many frames; where memory is short they are cut. It begins when the one that it stops has
 * come to its end: two at a time would take each other's time.
 */
function measureOn<State, Step extends { state: State }>(
  measurement: Promise<Measurement<State, Step>>,
  onStep: (step: Step) => void,
): Promise<void> {
  const signal = begin("run");
  const before = ended;
  const measured = untilStopped(signal, async () => {
    await before;
    signal.throwIfAborted();
    const { start, run, page = 1 } = await measurement;
    const steps = resilient<State, Step>(host, start, (gpu, from, size) => run(gpu, from, { signal, page: size }), {
      page,
      onRecovery: report,
    });
    for await (const step of steps) await onStep(step);
  });
  ended = measured.catch(() => {});
  return measured;
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

  figures: (scenario) => onGpu((gpu) => figureSession(gpu).draw(scenario)),

  async sweep(start, onStep) {
    const signal = begin("run");
    const state = "config" in start ? start : newSweep(start);
    const pageBlocks = defaultPageBlocks(await host.get());
    const steps = resilient(host, state, (gpu, from, blocks) => runSweep(gpu, from, { signal, pageBlocks: blocks }), {
      page: pageBlocks,
      onRecovery: report,
    });
    // Awaiting the page keeps a fast GPU from flooding it with steps.
    for await (const step of steps) await onStep(step);
  },

  timings: (scenario) => onGpu((gpu) => timeReceiver(gpu, scenario)),

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
  receive: (index, scenario, part, onStep) => {
    return atDesk("run", (desk, signal) => desk.receive(index, scenario, part, onStep, signal));
  },
  decidedBits: async (equalizer) => (await recordingDesk()).bits(equalizer),
  saveRecording: (scenario, name, onProgress) => {
    return atDesk("run", (desk, signal) => desk.save(scenario, name, onProgress, signal));
  },

  countConvolutions: async (config) => (await convolution()).countConvolutions(config),
  compareConvolutions: (start, onStep) => {
    return measureOn(
      convolution().then(({ compareConvolutions: run }) => ({ start, run })),
      onStep,
    );
  },
  sweepWorkgroups: (start, onStep) => {
    return measureOn(
      convolution().then(({ sweepWorkgroups: run }) => ({ start, run })),
      onStep,
    );
  },
  timeline: (from, onStep) => {
    return measureOn(
      convolution().then(({ newTimeline, timeline: run }) => ({
        start: "runs" in from ? from : newTimeline(from),
        run,
      })),
      onStep,
    );
  },

  turboSweep: (from, onStep) => {
    return measureOn(
      turbo().then(({ newTurboSweep, runTurboSweep: run, MOST_PAGE: page }) => {
        return { start: "config" in from ? from : newTurboSweep(from), run, page };
      }),
      onStep,
    );
  },
  async turboCodeword(config, query) {
    const { inspectCodeword } = await turbo();
    return onGpu((gpu) => inspectCodeword(gpu, config, query));
  },
  async turboTrellis(config, query, part) {
    const { trellisOf } = await turbo();
    return onGpu((gpu) => trellisOf(gpu, config, query, part));
  },
  turboThroughput: (from, table, onStep) => {
    return measureOn(
      turbo().then(({ decodersToTime, runThroughput: run }) => {
        return { start: "config" in from ? from : decodersToTime(from, table), run };
      }),
      onStep,
    );
  },

  mimoSweep: (from, onStep) => {
    return measureOn(
      mimo().then(({ newMimoSweep, runMimoSweep: run, MOST_PAGE: page }) => {
        return { start: "config" in from ? from : newMimoSweep(from), run, page };
      }),
      onStep,
    );
  },
  async mimoLook(config, snrDb) {
    const { look } = await mimo();
    return onGpu((gpu) => look(gpu, config, snrDb));
  },
  async mimoTraversal(config, query) {
    const { traverse } = await mimo();
    return onGpu((gpu) => traverse(gpu, config, query));
  },
  mimoThroughput: (from, onStep) => {
    return measureOn(
      mimo().then(({ newModulations, timeModulations: run }) => {
        return { start: "config" in from ? from : newModulations(from), run };
      }),
      onStep,
    );
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
  filterWays: (start, onStep) => {
    return measureOn(
      filters().then(({ compareWays: run }) => ({ start, run })),
      onStep,
    );
  },
  filterPages: (start, onStep) => {
    return measureOn(
      filters().then(({ timePages: run }) => ({ start, run })),
      onStep,
    );
  },

  async stop() {
    for (const controller of Object.values(inProgress)) controller.abort();
  },
};

expose(lab);
