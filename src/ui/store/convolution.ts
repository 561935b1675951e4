import { create } from "zustand";
import {
  CONVOLUTION,
  type ConvolutionComparison,
  type ConvolutionState,
  type MethodName,
  METHODS,
  type Workload,
  workloadOf,
} from "#core/experiments/convolution.ts";
import type { TimelineState } from "#core/experiments/timeline.ts";
import {
  type KernelName,
  KERNELS,
  WORKGROUPS,
  type WorkgroupState,
  type WorkgroupSweep,
} from "#core/experiments/workgroups.ts";
import { describeFailure, type Failure } from "./failure.ts";
import { isWorkerLoss, lab } from "./lab.ts";
import type { LabSession } from "./session.ts";
import { type ComparisonLink, decodeComparison, encodeComparison } from "./url.ts";

/** What can be run on a comparison, by name. */
interface States {
  comparison: ConvolutionState;
  workgroups: WorkgroupState;
  timeline: TimelineState;
}
export type RunName = keyof States;
const RUN_NAMES: readonly RunName[] = ["comparison", "workgroups", "timeline"];

export interface Run<State> {
  /** "stopped" keeps what was done and can go on; "interrupted" does so by itself when the worker is back. */
  phase: "idle" | "running" | "stopped" | "interrupted" | "finished" | "failed";
  state?: State;
  progress: number;
  /** Milliseconds to the end, from the progress so far; and of the last run. */
  remainingMs?: number;
  ms?: number;
  failure?: Failure;
}

type Runs = { [Name in RunName]: Run<States[Name]> };

interface ConvolutionStore extends Runs, ComparisonLink {
  /** The person wants to see a software adapter's times. */
  asked: boolean;
  /** The method under the pointer: it stands out in every figure. */
  highlight?: MethodName;
}

const idle = { phase: "idle", progress: 0 } as const;

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
function configOf(
  { config, kernels, groups }: ComparisonLink,
  name: RunName,
): ConvolutionComparison | WorkgroupSweep | Workload {
  if (name === "comparison") return config;
  const workload = workloadOf(config);
  return name === "timeline" ? workload : { ...WORKGROUPS.defaults, ...workload, kernels, groups };
}

/** True when a run's results are of something else than what the controls say. */
export function isOutdated(store: ConvolutionStore, name: RunName): boolean {
  const { state } = store[name];
  return state !== undefined && JSON.stringify(state.config) !== JSON.stringify(configOf(store, name));
}

const START: {
  [Name in RunName]: (from: States[Name] | States[Name]["config"], onStep: OnStep<States[Name]>) => Promise<void>;
} = {
  // A comparison without results is one that has not begun.
  comparison: (from, onStep) =>
    lab.compareConvolutions("results" in from ? from : { config: from, results: [] }, onStep),
  workgroups: (from, onStep) => lab.sweepWorkgroups("results" in from ? from : { config: from, results: [] }, onStep),
  timeline: (from, onStep) => lab.timeline(from, onStep),
};
type OnStep<State> = (step: { state: State; progress: number; done: boolean }) => void;

/** Counts runs, so that one which was overtaken says no more. */
let runs = 0;

/** Begins a run of the comparison in force; or goes on where the last one was stopped. */
export async function startRun<Name extends RunName>(name: Name, { resume = false } = {}): Promise<void> {
  const mine = ++runs;
  const config = configOf(useConvolution.getState(), name) as States[Name]["config"];
  const start = performance.now();
  const from = resume ? (useConvolution.getState()[name] as Run<States[Name]>) : undefined;
  const update = (change: Partial<Run<States[Name]>>) =>
    useConvolution.setState((store) => ({ [name]: { ...store[name], ...change } }) as Partial<ConvolutionStore>);
  const before = from?.progress ?? 0;
  update({ phase: "running", state: from?.state, progress: before, remainingMs: undefined, failure: undefined });
  try {
    await START[name](from?.state ?? config, ({ state, progress, done }) => {
      if (mine !== runs) return;
      const ms = performance.now() - start;
      const remainingMs = progress > before ? (ms * (1 - progress)) / (progress - before) : undefined;
      update({ state, progress, ms, remainingMs, phase: done ? "finished" : "running" });
    });
    if (useConvolution.getState()[name].phase === "running") update({ phase: "stopped" });
  } catch (error) {
    if (isWorkerLoss(error)) update({ phase: "interrupted" });
    else update({ phase: "failed", failure: describeFailure("The measurement could not go on.", error) });
  }
}

/** The run in progress. */
export function runningOf(store: ConvolutionStore): RunName | undefined {
  return RUN_NAMES.find((name) => store[name].phase === "running");
}

export function stopRun(): void {
  void lab.stop();
}

/** Runs, stops, goes on. */
export function toggleRun(name: RunName): void {
  const store = useConvolution.getState();
  if (store[name].phase === "running") stopRun();
  else void startRun(name, { resume: canGoOn(store, name) });
}

/** True where a run has ended early, and what it had done still counts. */
export function canGoOn(store: ConvolutionStore, name: RunName): boolean {
  const { phase, state } = store[name];
  return state !== undefined && ["stopped", "failed"].includes(phase) && !isOutdated(store, name);
}

/** Goes on with what the worker's end interrupted. */
async function resumeRuns(): Promise<void> {
  const store = useConvolution.getState();
  for (const name of RUN_NAMES) {
    if (store[name].phase === "interrupted") await startRun(name, { resume: true });
  }
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
    void resumeRuns();
    if (!software && useConvolution.getState().comparison.phase === "idle") void startRun("comparison");
  },
  toggle() {
    toggleRun(runningOf(useConvolution.getState()) ?? "comparison");
  },
  pick(index) {
    if (METHODS[index]) toggleMethod(METHODS[index]);
  },
};
