import { expose, transfer } from "comlink";
import { compareConvolutions } from "#core/experiments/compare-convolutions.ts";
import { createFigureSession, type FigureSession } from "#core/experiments/figures.ts";
import { defaultPageBlocks } from "#core/experiments/page.ts";
import { newSweep, runSweep } from "#core/experiments/sweep.ts";
import { sweepWorkgroups } from "#core/experiments/sweep-workgroups.ts";
import { newTimeline, timeline } from "#core/experiments/timeline.ts";
import { timeReceiver } from "#core/experiments/timings.ts";
import { MOST_PAGE } from "#core/experiments/turbo/chain.ts";
import { inspectCodeword, trellisOf } from "#core/experiments/turbo/codeword.ts";
import type { TurboExperiment } from "#core/experiments/turbo/experiment.ts";
import { newTurboSweep, runTurboSweep } from "#core/experiments/turbo/sweep.ts";
import { newThroughput, newThroughputTable, runThroughput } from "#core/experiments/turbo/throughput.ts";
import { type Gpu, GpuUnavailableError } from "#core/gpu/device.ts";
import { createGpuHost, resilient } from "#core/gpu/host.ts";
import type { Lab, LabEvent } from "./protocol.ts";
import { createRecordingDesk } from "./recordings.ts";

let report: (event: LabEvent) => void = () => {};

const host = createGpuHost(navigator.gpu, {
  onError: ({ message }) => report({ kind: "gpu error", message }),
});

const desk = createRecordingDesk(host, (recovery) => report(recovery));

/** Each device's figures: their plans stay from one scenario to the next. */
const sessions = new WeakMap<Gpu, FigureSession>();

function figureSession(gpu: Gpu): FigureSession {
  const session = sessions.get(gpu) ?? createFigureSession(gpu);
  sessions.set(gpu, session);
  return session;
}

/** The long run, and the reading of files, in progress. */
const inProgress = { run: new AbortController(), reading: new AbortController() };

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

/** A long run, in pages of at most so many frames; where memory is short they are cut. */
async function measureOn<State, Step extends { state: State }>(
  start: State,
  run: (gpu: Gpu, state: State, options: { signal: AbortSignal; page: number }) => AsyncGenerator<Step>,
  onStep: (step: Step) => void,
  page = 1,
): Promise<void> {
  const signal = begin("run");
  const steps = resilient<State, Step>(host, start, (gpu, from, size) => run(gpu, from, { signal, page: size }), {
    page,
    onRecovery: report,
  });
  for await (const step of steps) await onStep(step);
}

/** The table's decoders, or the experiment's own where the length has no such windows. */
function decodersToTime(config: TurboExperiment, table: boolean) {
  const published = table ? newThroughputTable(config) : undefined;
  return published?.decoders.length ? published : newThroughput(config);
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

  openRecordings: (files, hints, onRead) => desk.open(files, hints, onRead, begin("reading")),
  async waterfall(index, view) {
    const waterfall = await onGpu((gpu) => desk.waterfall(gpu, index, view));
    const { decibels, rms, peak, samples } = waterfall;
    const moved = [decibels, rms, peak, ...(samples ? [samples] : [])];
    return transfer(
      waterfall,
      moved.map(({ buffer }) => buffer),
    );
  },
  previewRecording: (index, part) => onGpu((gpu) => desk.preview(gpu, index, part)),
  surveyRecording: (index, part, onStep) => desk.survey(index, part, onStep, begin("reading")),
  verifyRecording: (index, onProgress) => desk.verify(index, onProgress, begin("reading")),
  saveExcerpt: (index, file, onProgress) => desk.saveExcerpt(index, file, onProgress, begin("reading")),
  receive: (index, scenario, part, onStep) => desk.receive(index, scenario, part, onStep, begin("run")),
  decidedBits: async (equalizer) => desk.bits(equalizer),
  saveRecording: (scenario, name, onProgress) => desk.save(scenario, name, onProgress, begin("run")),

  compareConvolutions: (start, onStep) => measureOn(start, compareConvolutions, onStep),
  sweepWorkgroups: (start, onStep) => measureOn(start, sweepWorkgroups, onStep),
  timeline: (start, onStep) => measureOn("runs" in start ? start : newTimeline(start), timeline, onStep),

  turboSweep: (start, onStep) =>
    measureOn("config" in start ? start : newTurboSweep(start), runTurboSweep, onStep, MOST_PAGE),
  turboCodeword: (config, query) => onGpu((gpu) => inspectCodeword(gpu, config, query)),
  turboTrellis: (config, query, part) => onGpu((gpu) => trellisOf(gpu, config, query, part)),
  turboThroughput: (start, table, onStep) =>
    measureOn("config" in start ? start : decodersToTime(start, table), runThroughput, onStep),

  async stop() {
    for (const controller of Object.values(inProgress)) controller.abort();
  },
};

expose(lab);
