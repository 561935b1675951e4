import { create } from "zustand";
import type { CodewordQuery, CodewordView, TrellisView } from "#core/experiments/turbo/codeword.ts";
import {
  decodersOf,
  TURBO,
  type TurboAlgorithm,
  type TurboExperiment,
  windowCounts,
} from "#core/experiments/turbo/experiment.ts";
import type { TurboStep } from "#core/experiments/turbo/sweep.ts";
import type { ThroughputStep } from "#core/experiments/turbo/throughput.ts";
import { latestWins } from "../../worker/latest.ts";
import { describeFailure, type Failure } from "./failure.ts";
import { isReady, isWorkerLoss, lab, useLab } from "./lab.ts";
import { addCurveFiles } from "./overlays.ts";
import { createRunner, type Run } from "./run.ts";
import type { LabSession } from "./session.ts";
import { decodeFields, encodeFields } from "./url.ts";
import { useView } from "./view.ts";

/** What is looked at closely, beside the experiment: a link holds it too. */
export interface TurboGlass {
  /** The codeword that is taken apart: its Eb/N0 in dB, its index, and the decoder's in `decodersOf`. */
  ebn0Db: number;
  codeword: number;
  decoder: number;
  /** BER at which windows are compared. */
  target: number;
  /** First stage of the trellis that is drawn, and how many. */
  stage: number;
  stages: number;
}

/** The codeword under the glass, iteration by iteration. */
interface Inspection {
  computing: boolean;
  view?: CodewordView;
  trellis?: TrellisView;
  failure?: Failure;
}

interface TurboStore {
  config: TurboExperiment;
  glass: TurboGlass;
  sweep: Run<TurboStep>;
  /** The sweep begins again when its experiment changes. */
  follow: boolean;
  throughput: Run<ThroughputStep>;
  /** Whether the decoders of the thesis's table are timed, or the experiment's. */
  table: boolean;
  inspection: Inspection;
  /** The iteration that is shown of the codeword, 0 for the channel alone; the last one where there are fewer. */
  iteration: number;
  /** Bits that are shown of the codeword: the first, and how many; all of them while undefined. */
  span?: readonly [number, number];
  /** The person wants to see a software adapter's times. */
  asked: boolean;
  /** The decoder under the pointer, by index: it stands out in every figure. */
  highlight?: number;
}

const DEFAULT_GLASS: TurboGlass = { ebn0Db: 0.5, codeword: 0, decoder: 0, target: 1e-4, stage: 0, stages: 4 };

export const useTurbo = create<TurboStore>()(() => ({
  config: TURBO.defaults,
  glass: DEFAULT_GLASS,
  sweep: { phase: "idle" },
  follow: false,
  throughput: { phase: "idle" },
  table: true,
  inspection: { computing: false },
  iteration: 0,
  asked: false,
}));

/** Changes the experiment, and what no longer goes with it: windows that do not divide, a stop by a CRC that is not there. */
export function editExperiment(change: Partial<TurboExperiment>): void {
  const { config, glass } = useTurbo.getState();
  const next = { ...config, ...change };
  if (change.stop === "crc" && next.crc === "none") next.crc = "24A";
  else if (next.crc === "none" && next.stop === "crc") next.stop = "sign";
  if (change.length !== undefined && refusalOf(next)) next.windows = TURBO.parse({ length: next.length }).windows;
  useTurbo.setState({ config: next, glass: fitted(next, glass), span: undefined });
}

export function editGlass(change: Partial<TurboGlass>): void {
  const { config, glass } = useTurbo.getState();
  useTurbo.setState({ glass: fitted(config, { ...glass, ...change }) });
}

/** A glass that has something of this experiment under it. */
function fitted(config: TurboExperiment, glass: TurboGlass): TurboGlass {
  const { length } = config;
  const decoder = Math.min(glass.decoder, decodersOf(config).length - 1);
  const stages = Math.min(glass.stages, length);
  return { ...glass, decoder, stages, stage: Math.min(glass.stage, length - stages) };
}

/** Why an experiment cannot be run; undefined when it can. */
export function refusalOf(config: unknown): string | undefined {
  try {
    TURBO.parse(config);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^turbo: /, "");
  }
}

const ALGORITHMS: readonly TurboAlgorithm[] = ["max-log", "log-map"];

/** Takes an algorithm in or out; the last one stays. */
export function toggleAlgorithm(name: TurboAlgorithm): void {
  const { config } = useTurbo.getState();
  const algorithm = ALGORITHMS.filter((one) => config.algorithm.includes(one) !== (one === name));
  if (algorithm.length > 0 && !refusalOf({ ...config, algorithm })) editExperiment({ algorithm });
}

/** Numbers of windows worth comparing: the thesis's where they divide the length, else a spread of those that do. */
export function comparedWindows(length: number): number[] {
  const counts = windowCounts(length);
  const published = [1, 32, 64, 96, 128].filter((count) => counts.includes(count));
  if (published.length > 2) return published;
  const most = counts.filter((count) => length / count >= 8);
  const step = Math.max(1, (most.length - 1) / 4);
  return [...new Set([0, 1, 2, 3, 4].map((i) => most[Math.min(most.length - 1, Math.round(i * step))]))];
}

const sweepRunner = createRunner({
  get: () => useTurbo.getState().sweep,
  set: (change: Partial<Run<TurboStep>>) => useTurbo.setState(({ sweep }) => ({ sweep: { ...sweep, ...change } })),
  config: () => useTurbo.getState().config,
  ask: (start, onStep) => lab.turboSweep(start, onStep),
  failed: "The sweep could not go on.",
});

const throughputRunner = createRunner({
  get: () => useTurbo.getState().throughput,
  set: (change: Partial<Run<ThroughputStep>>) =>
    useTurbo.setState(({ throughput }) => ({ throughput: { ...throughput, ...change } })),
  config: () => useTurbo.getState().config,
  ask: (start, onStep) => lab.turboThroughput(start, useTurbo.getState().table, onStep),
  failed: "The decoders could not be timed.",
});

const RUNNERS = { sweep: sweepRunner, throughput: throughputRunner };
export type TurboRun = keyof typeof RUNNERS;

/** Runs, stops, goes on. */
export function toggleTurbo(name: TurboRun): void {
  const { phase } = useTurbo.getState()[name];
  const runner = RUNNERS[name];
  if (phase === "running") stopTurbo();
  else void runner.start({ resume: phase === "stopped" && !runner.isOutdated() });
}

export function retryTurbo(name: TurboRun): void {
  void RUNNERS[name].start();
}

export function stopTurbo(): void {
  void lab.stop();
}

/** Which decoders are timed. */
export function chooseTable(table: boolean): void {
  useTurbo.setState({ table, throughput: { phase: "idle" } });
}

interface Look {
  config: TurboExperiment;
  glass: TurboGlass;
  iteration: number;
}

const queryOf = ({ glass: { ebn0Db, codeword, decoder } }: Look): CodewordQuery => ({ ebn0Db, codeword, decoder });
const askView = latestWins((look: Look) => lab.turboCodeword(look.config, queryOf(look)));
const askTrellis = latestWins((look: Look) => {
  const { stage: from, stages } = look.glass;
  const last = decodersOf(look.config)[look.glass.decoder].iterations;
  const iteration = Math.max(1, Math.min(look.iteration, last));
  return lab.turboTrellis(look.config, queryOf(look), { from, stages, iteration });
});
let looks = 0;

/** Decodes the codeword under the glass. Calls may come as fast as a slider moves. */
export async function inspect({ trellisOnly = false } = {}): Promise<void> {
  const { config, glass, iteration } = useTurbo.getState();
  const look = { config, glass, iteration };
  const mine = ++looks;
  const update = (change: Partial<Inspection>) =>
    useTurbo.setState(({ inspection }) => ({ inspection: { ...inspection, ...change } }));
  update({ computing: true });
  try {
    const trellis = askTrellis(look);
    const view = trellisOnly ? undefined : await askView(look);
    if (view) update({ view });
    const drawn = await trellis;
    if (drawn) update({ trellis: drawn });
    update({ failure: undefined });
  } catch (error) {
    update({ failure: isWorkerLoss(error) ? undefined : describeFailure("The codeword could not be decoded.", error) });
  }
  if (mine === looks) update({ computing: false });
}

/** A link's fragment: `#turbo?v=1&length=512&windows=8&at=1.5&codeword=3`. */
function linkOf({ config, glass }: Pick<TurboStore, "config" | "glass">): string {
  // Windows that are left out are those that go with the length.
  const defaults = { ...TURBO.defaults, windows: TURBO.parse({ length: config.length }).windows };
  const parts = encodeFields({ ...TURBO, defaults }, config);
  for (const [name, { key }] of Object.entries(GLASS)) {
    if (glass[key] !== DEFAULT_GLASS[key]) parts.push(`${name}=${glass[key]}`);
  }
  return `#turbo?${parts.join("&")}`;
}

/** A link's names for what is under the glass, and what they take. */
const GLASS: Readonly<Record<string, { key: keyof TurboGlass; min: number; max: number; integer?: boolean }>> = {
  at: { key: "ebn0Db", min: -5, max: 30 },
  codeword: { key: "codeword", min: 0, max: 2 ** 24 - 1, integer: true },
  decoder: { key: "decoder", min: 0, max: 11, integer: true },
  target: { key: "target", min: 1e-9, max: 0.5 },
  stage: { key: "stage", min: 0, max: 6143, integer: true },
  stages: { key: "stages", min: 1, max: 12, integer: true },
};

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
function readLink(fragment: string): Pick<TurboStore, "config" | "glass"> {
  const glass = { ...DEFAULT_GLASS };
  const takes = Object.entries(GLASS).map(([name, { key, min, max, integer }]) => [
    name,
    (text: string) => {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      if (value >= min && value <= max && (!integer || Number.isInteger(value))) glass[key] = value;
      else throw new RangeError(`turbo: ${name} must be a number from ${min} to ${max}, got "${text}"`);
    },
  ]);
  const config = TURBO.parse(decodeFields(TURBO, fragment, Object.fromEntries(takes)));
  return { config, glass: fitted(config, glass) };
}

const inView = () => useView.getState().lab === "turbo" && isReady(useLab.getState());

/** The Turbo lab: the codeword under the glass follows every change; the sweep does on a real GPU. */
export const turbo: LabSession = {
  read: (fragment) => useTurbo.setState({ ...readLink(fragment), span: undefined }),
  link: () => linkOf(useTurbo.getState()),
  canonical: (fragment) => linkOf(readLink(fragment)),
  subscribe(changed) {
    useTurbo.subscribe(({ config, glass, iteration }, before) => {
      const trellisOnly =
        config === before.config &&
        JSON.stringify({ ...glass, stage: 0, stages: 0 }) === JSON.stringify({ ...before.glass, stage: 0, stages: 0 });
      const edited = config !== before.config || glass !== before.glass;
      if ((edited || iteration !== before.iteration) && inView()) void inspect({ trellisOnly });
      if (edited) changed();
    });
  },
  rested() {
    const { follow, sweep } = useTurbo.getState();
    if (follow && sweep.phase !== "idle" && sweepRunner.isOutdated() && inView()) void sweepRunner.start();
  },
  shown(software, { opened }) {
    if (opened || !useTurbo.getState().inspection.view) void inspect();
    void catchUp(software);
  },
  toggle() {
    toggleTurbo(useTurbo.getState().throughput.phase === "running" ? "throughput" : "sweep");
  },
  pick(index) {
    if (ALGORITHMS[index]) toggleAlgorithm(ALGORITHMS[index]);
  },
  drop: { invitation: "Drop error rates: CSV or AFF3CT's text", take: ({ files }) => void addCurveFiles([...files]) },
};

/** Goes on with what the worker's end interrupted; a real GPU begins a sweep of itself. */
async function catchUp(software: boolean): Promise<void> {
  for (const name of ["sweep", "throughput"] as const) {
    if (useTurbo.getState()[name].phase === "interrupted") await RUNNERS[name].start({ resume: true });
  }
  if (software || useTurbo.getState().sweep.phase !== "idle") return;
  useTurbo.setState({ follow: true });
  await sweepRunner.start();
}
