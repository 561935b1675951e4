import { create } from "zustand";
import {
  CONVOLUTION,
  type ConvolutionComparison,
  type ConvolutionCount,
  type ConvolutionStep,
  METHOD_TITLES,
  type MethodName,
  METHODS,
  type Workload,
  workloadOf,
} from "#core/convolution/experiment/comparison.ts";
import type { TimelineStep } from "#core/convolution/experiment/timeline.ts";
import {
  type KernelName,
  KERNELS,
  WORKGROUPS,
  type WorkgroupStep,
  type WorkgroupSweep,
} from "#core/convolution/experiment/workgroups.ts";
import { duration } from "../../format.ts";
import { isWorkerLoss, lab } from "../../kit/engine.ts";
import { actionOf, createRunner, isOutdated, type Run, type Runner } from "../../kit/run.ts";
import type { LabSession } from "../../kit/lab.ts";
import { type Status, statusOf } from "../../kit/status.ts";
import { type ComparisonLink, decodeComparison, encodeComparison } from "./link.ts";

/** What can be run on a comparison, by name. */
interface Runs {
  comparison: Run<ConvolutionStep>;
  workgroups: Run<WorkgroupStep>;
  timeline: Run<TimelineStep>;
}
export type RunName = keyof Runs;

interface ConvolutionStore extends Runs, ComparisonLink {
  /** What each method computes, and of which comparison. */
  counted?: { config: ConvolutionComparison; counts: readonly ConvolutionCount[] };
  /** The person wants to see a software adapter's times. */
  asked: boolean;
  /** The method under the pointer: it stands out in every figure. */
  highlight?: MethodName;
}

const idle = { phase: "idle" } as const;

export const useConvolution = create<ConvolutionStore>()(() => ({
  config: CONVOLUTION.defaults,
  kernels: WORKGROUPS.defaults.kernels,
  groups: WORKGROUPS.defaults.groups,
  perSignal: false,
  asked: false,
  comparison: idle,
  workgroups: idle,
  timeline: idle,
}));

export function editComparison(change: Partial<ConvolutionComparison>): void {
  useConvolution.setState(({ config }) => ({ config: { ...config, ...change } }));
}

/** Times are shown on a software adapter too, where they mean nothing. */
export function showTimes(): void {
  useConvolution.setState({ asked: true });
}

/** Counts operations for the comparison in force: nothing needs to run for it. */
export async function countOperations(config: ConvolutionComparison): Promise<void> {
  try {
    const counts = await lab.ask("convolution", "count", config);
    if (useConvolution.getState().config === config) useConvolution.setState({ counted: { config, counts } });
  } catch (error) {
    // Asked again when the worker is back.
    if (!isWorkerLoss(error)) throw error;
  }
}

/** Takes a method in or out; the last one stays. */
export function toggleMethod(method: MethodName): void {
  const { methods } = useConvolution.getState().config;
  const chosen = METHODS.filter((name) => methods.includes(name) !== (name === method));
  if (chosen.length > 0) editComparison({ methods: chosen });
}

/** Takes a kernel of the workgroup sweep in or out; the last one stays. */
export function toggleKernel(kernel: KernelName): void {
  const { kernels } = useConvolution.getState();
  const chosen = KERNELS.filter((name) => kernels.includes(name) !== (name === kernel));
  if (chosen.length > 0) useConvolution.setState({ kernels: chosen });
}

/** What a run that begins now is of. */
const WANTED = {
  comparison: ({ config }: ComparisonLink): ConvolutionComparison => config,
  workgroups: ({ config, kernels, groups }: ComparisonLink): WorkgroupSweep => {
    return { ...WORKGROUPS.defaults, ...workloadOf(config), kernels, groups };
  },
  timeline: ({ config }: ComparisonLink): Workload => workloadOf(config),
};

/** What a runner needs to know of its run. */
function runOf<Name extends RunName>(name: Name) {
  const get = () => useConvolution.getState()[name];
  return {
    get,
    set: (change: Partial<Runs[Name]>) =>
      useConvolution.setState((store) => ({ [name]: { ...store[name], ...change } }) as Partial<ConvolutionStore>),
    config: () => WANTED[name](useConvolution.getState()) as ReturnType<(typeof WANTED)[Name]>,
    failed: "The measurement could not go on.",
  };
}

// A comparison without results is one that has not begun.
const beginning = <Config extends object>(config: Config) => ({ config, results: [] });

const RUNNERS: Readonly<Record<RunName, Runner>> = {
  comparison: createRunner({
    ...runOf("comparison"),
    ask: (from, onStep: (step: ConvolutionStep) => void) =>
      lab.run("convolution", "comparison", "results" in from ? from : beginning(from), onStep),
  }),
  workgroups: createRunner({
    ...runOf("workgroups"),
    ask: (from, onStep: (step: WorkgroupStep) => void) =>
      lab.run("convolution", "workgroups", "results" in from ? from : beginning(from), onStep),
  }),
  timeline: createRunner({
    ...runOf("timeline"),
    ask: (from, onStep: (step: TimelineStep) => void) => lab.run("convolution", "timeline", from, onStep),
  }),
};
const RUN_NAMES = Object.keys(RUNNERS) as RunName[];

/** True when a run's results are of something else than what the controls say. */
export function isRunOutdated(store: ConvolutionStore, name: RunName): boolean {
  return isOutdated(store[name], WANTED[name](store));
}

/** What the button of a run does next. */
export function runAction(store: ConvolutionStore, name: RunName): string {
  return actionOf(store[name], WANTED[name](store));
}

/** The run in progress. */
export function runningOf(store: Runs): RunName | undefined {
  return RUN_NAMES.find((name) => store[name].phase === "running");
}

function stopRun(): void {
  void lab.stop();
}

/** Runs, stops, goes on. */
export function toggleRun(name: RunName): void {
  RUNNERS[name].toggle();
}

function status(): Status {
  const { comparison, workgroups, timeline } = useConvolution.getState();
  const { phase, step, ms } = comparison;
  const results = step?.state.results ?? [];
  const measured = ms === undefined || !step ? undefined : `${results.length} measurements in ${duration(ms)}`;
  const last = results.at(-1);
  return {
    ...statusOf({
      runs: [
        [comparison, "Comparing the methods"],
        [workgroups, "Trying workgroup sizes"],
        [timeline, "Recording the timeline"],
      ],
      stop: stopRun,
    }),
    last: phase === "running" ? last && METHOD_TITLES[last.method as MethodName] : measured,
  };
}

/** The convolution lab: a real GPU measures at once, a software adapter when the person asks. */
export const convolution: LabSession = {
  read: (fragment) => useConvolution.setState(decodeComparison(fragment)),
  link: () => encodeComparison(useConvolution.getState()),
  canonical: (fragment) => encodeComparison(decodeComparison(fragment)),
  subscribe(changed) {
    const shown = ({ config, kernels, groups, perSignal }: ComparisonLink) => [config, kernels, groups, perSignal];
    useConvolution.subscribe((store, before) => {
      const was = shown(before);
      if (shown(store).some((value, i) => value !== was[i])) changed();
    });
  },
  shown(software) {
    void catchUp(software);
  },
  toggle() {
    toggleRun(runningOf(useConvolution.getState()) ?? "comparison");
  },
  status: { stores: [useConvolution], read: status },
  pick(index) {
    if (METHODS[index]) toggleMethod(METHODS[index]);
  },
};

/** Goes on with what the worker's end interrupted; a real GPU begins a comparison of itself. */
async function catchUp(software: boolean): Promise<void> {
  for (const runner of Object.values(RUNNERS)) await runner.recover();
  if (!software && useConvolution.getState().comparison.phase === "idle") await RUNNERS.comparison.start();
}
