import { create } from "zustand";
import {
  CONVOLUTION,
  type ConvolutionComparison,
  type ConvolutionCount,
  CONVOLUTION_TITLES,
  type MethodName,
  METHODS,
  type SweptSize,
  workloadOf,
} from "#core/convolution/experiment/comparison.ts";
import type { SlidingConvolution } from "#core/convolution/sliding.float64.ts";
import { type KernelName, KERNELS, WORKGROUPS, type WorkgroupSweep } from "#core/convolution/experiment/workgroups.ts";
import { duration } from "../../format.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { isWorkerLoss, worker } from "../../kit/engine.ts";
import { addressOfStore } from "../../kit/address.ts";
import { createRunner } from "../../kit/run.ts";
import type { LabSession } from "../../kit/lab.ts";
import { tuning } from "../../kit/tuning/tuning.ts";
import { type Status, statusOf } from "../../kit/status.ts";
import {
  type ConvolutionAddress,
  DEFAULT_SLIDING,
  decodeComparison,
  encodeComparison,
  type Sliding,
} from "./address.ts";

interface ConvolutionStore extends ConvolutionAddress {
  /** The convolution that slides. */
  slid?: SlidingConvolution;
  /** The operation counts of each method, and the comparison they belong to. */
  counted?: { config: ConvolutionComparison; counts: readonly ConvolutionCount[] };
}

export const useConvolution = create<ConvolutionStore>()(() => ({
  config: CONVOLUTION.defaults,
  kernels: WORKGROUPS.defaults.kernels,
  groups: WORKGROUPS.defaults.groups,
  perSignal: false,
  sliding: DEFAULT_SLIDING,
}));

export function editComparison(change: Partial<ConvolutionComparison>): void {
  useConvolution.setState(({ config }) => ({ config: { ...config, ...change } }));
}

/** The values to sweep by default, for each size. */
const RANGES: Readonly<Record<SweptSize, string>> = {
  signal: "512:*2:65536",
  filter: "16:*2:1024",
  batch: "1:*4:1024",
};

/** Returns the change of a comparison to a sweep over a size, with its usual values, or to a single point. */
export function sweepOver(sweep: ConvolutionComparison["sweep"]): Partial<ConvolutionComparison> {
  return sweep === "none" ? { sweep } : { sweep, range: RANGES[sweep] };
}

/** Sets what the sliding convolution shows. */
export function slide(change: Partial<Sliding>): void {
  useConvolution.setState(({ sliding }) => ({ sliding: { ...sliding, ...change } }));
}

/** Convolves the short signals again, where they are others. */
export async function fetchSliding({ signal, filter }: Sliding): Promise<void> {
  try {
    const slid = await worker.ask("convolution", "slide", { signal, filter });
    const { sliding } = useConvolution.getState();
    if (sliding.signal === signal && sliding.filter === filter) useConvolution.setState({ slid });
  } catch (error) {
    // The card asks again when the worker is back.
    if (!isWorkerLoss(error)) throw error;
  }
}

/** Counts the operations of a comparison without running it. */
export async function countOperations(config: ConvolutionComparison): Promise<void> {
  try {
    const counts = await worker.ask("convolution", "count", config);
    if (useConvolution.getState().config === config) useConvolution.setState({ counted: { config, counts } });
  } catch (error) {
    // The card asks again when the worker is back.
    if (!isWorkerLoss(error)) throw error;
  }
}

/** Adds or removes a method; the last one stays. */
export function toggleMethod(method: MethodName): void {
  const { methods } = useConvolution.getState().config;
  editComparison({ methods: toggled(METHODS, methods, method) });
}

/** Adds or removes a kernel of the workgroup sweep; the last one stays. */
export function toggleKernel(kernel: KernelName): void {
  useConvolution.setState(({ kernels }) => ({ kernels: toggled(KERNELS, kernels, kernel) }));
}

const ofComparison = {
  experiment: "convolution",
  of: useConvolution,
  failed: "The measurement failed.",
} as const;

export const comparison = createRunner({
  ...ofComparison,
  run: "comparison",
  config: ({ config }) => config,
  // A comparison without results has not begun.
  begin: (config) => ({ config, results: [] }),
  doing: "Comparing the methods",
});

/** Compares the methods over the usual filter lengths. */
export function compareLengths(): void {
  editComparison(sweepOver("filter"));
  void comparison.start();
}

export const workgroups = createRunner({
  ...ofComparison,
  run: "workgroups",
  config: ({ config, kernels, groups }): WorkgroupSweep => {
    return { ...WORKGROUPS.defaults, ...workloadOf(config), kernels, groups };
  },
  begin: (config) => ({ config, results: [] }),
  doing: "Trying workgroup sizes",
});

export const timeline = createRunner({
  ...ofComparison,
  run: "timeline",
  config: ({ config }) => workloadOf(config),
  doing: "Recording the timeline",
});

/** The latency of one block of the FFT filter. */
export const latency = createRunner({
  ...ofComparison,
  run: "latency",
  config: ({ config: { filter, seed } }) => ({ filter, seed }),
  doing: "Timing one block",
});

const RUNS = [comparison, workgroups, timeline, latency, tuning] as const;

function status(): Status {
  const { phase, step, ms } = comparison.store.getState();
  const results = step?.state.results ?? [];
  const measured = ms === undefined || !step ? undefined : `${results.length} measurements in ${duration(ms)}`;
  const last = results.at(-1);
  return {
    ...statusOf({ runs: RUNS, stop: () => void worker.stop() }),
    last: phase === "running" ? last && CONVOLUTION_TITLES[last.method as MethodName] : measured,
  };
}

const FIELDS = ["config", "kernels", "groups", "perSignal", "sliding"] as const;
const { address, read } = addressOfStore(useConvolution, encodeComparison, decodeComparison, FIELDS);

/** The convolution lab's session. A real GPU measures at once, a software adapter only on request. */
export const convolution: LabSession = {
  address,
  read,
  subscribe(changed) {
    useConvolution.subscribe((now, before) => {
      if (address(now) !== address(before)) changed();
    });
  },
  shown(software) {
    void catchUp(software);
  },
  toggle() {
    const running = RUNS.find(({ store }) => store.getState().phase === "running");
    (running ?? comparison).toggle();
  },
  runCard: "time",
  status: { stores: RUNS.map(({ store }) => store), read: status },
  pick(index) {
    if (METHODS[index]) toggleMethod(METHODS[index]);
  },
};

/** Continues what the worker's end interrupted. On a real GPU it also starts a first comparison. */
async function catchUp(software: boolean): Promise<void> {
  for (const run of RUNS) await run.recover();
  if (!software && comparison.store.getState().phase === "idle") await comparison.start();
}
