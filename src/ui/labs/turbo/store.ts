import { windowCounts } from "#core/codes/turbo/decoding.ts";
import { create } from "zustand";
import type { CodewordQuery, CodewordView, TrellisView } from "#core/codes/turbo/experiment/codeword.ts";
import {
  decodersOf,
  TURBO,
  type TurboAlgorithm,
  type TurboExperiment,
} from "#core/codes/turbo/experiment/experiment.ts";
import type { SweepStep } from "#core/measurement/sweep.ts";
import type { TurboPoint } from "#core/codes/turbo/experiment/sweep.ts";
import type { ThroughputStep } from "#core/codes/turbo/experiment/throughput.ts";
import { latestWins } from "../../../worker/latest.ts";
import { duration, whole } from "../../format.ts";
import { describeFailure, type Failure } from "../../kit/failure.ts";
import { isReady, isWorkerLoss, lab, useLab } from "../../kit/engine.ts";
import { addCurveFiles } from "../../kit/overlays.ts";
import { createRunner, type Run } from "../../kit/run.ts";
import type { LabSession } from "../../kit/lab.ts";
import { type Status, statusOf } from "../../kit/status.ts";
import { decodeTurbo, DEFAULT_GLASS, encodeTurbo, fittedGlass, type TurboGlass, type TurboLink } from "./link.ts";
import { useView } from "../../page/view.ts";

/** The codeword under the glass, iteration by iteration. */
interface Inspection {
  computing: boolean;
  view?: CodewordView;
  trellis?: TrellisView;
  failure?: Failure;
}

type TurboStep = SweepStep<TurboExperiment, TurboPoint>;

interface TurboStore extends TurboLink {
  sweep: Run<TurboStep>;
  /** The sweep begins again when its experiment changes. */
  follow: boolean;
  throughput: Run<ThroughputStep>;
  /** Whether the decoders of the thesis's table are timed, or the experiment's. */
  table: boolean;
  inspection: Inspection;
  /** The person wants to see a software adapter's times. */
  asked: boolean;
  /** The decoder under the pointer, by index: it stands out in every figure. */
  highlight?: number;
}

export const useTurbo = create<TurboStore>()(() => ({
  config: TURBO.defaults,
  glass: DEFAULT_GLASS,
  sweep: { phase: "idle" },
  follow: false,
  throughput: { phase: "idle" },
  table: true,
  inspection: { computing: false },
  iteration: 0,
  span: undefined,
  asked: false,
}));

/** Changes the experiment, and what no longer goes with it: windows that do not divide, a stop by a CRC that is not there. */
export function editExperiment(change: Partial<TurboExperiment>): void {
  const { config, glass } = useTurbo.getState();
  const next = { ...config, ...change };
  if (change.stop === "crc" && next.crc === "none") next.crc = "24A";
  else if (next.crc === "none" && next.stop === "crc") next.stop = "sign";
  if (change.length !== undefined && refusalOf(next)) next.windows = TURBO.parse({ length: next.length }).windows;
  useTurbo.setState({ config: next, glass: fittedGlass(next, glass), span: undefined });
}

export function editGlass(change: Partial<TurboGlass>): void {
  const { config, glass } = useTurbo.getState();
  useTurbo.setState({ glass: fittedGlass(config, { ...glass, ...change }) });
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
  ask: (start, onStep) => lab.run("turbo", "sweep", start, onStep),
  failed: "The sweep could not go on.",
});

const throughputRunner = createRunner({
  get: () => useTurbo.getState().throughput,
  set: (change: Partial<Run<ThroughputStep>>) =>
    useTurbo.setState(({ throughput }) => ({ throughput: { ...throughput, ...change } })),
  config: () => useTurbo.getState().config,
  ask: (start, onStep) =>
    lab.run(
      "turbo",
      "throughput",
      "decoders" in start ? start : { config: start, table: useTurbo.getState().table },
      onStep,
    ),
  failed: "The decoders could not be timed.",
});

const RUNNERS = { sweep: sweepRunner, throughput: throughputRunner };
export type TurboRun = keyof typeof RUNNERS;

/** Runs, stops, goes on. */
export function toggleTurbo(name: TurboRun): void {
  RUNNERS[name].toggle();
}

export function retryTurbo(name: TurboRun): void {
  void RUNNERS[name].start();
}

function stopTurbo(): void {
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
const askView = latestWins((look: Look) => lab.ask("turbo", "codeword", look.config, queryOf(look)));
const askTrellis = latestWins((look: Look) => {
  const { stage: from, stages } = look.glass;
  const last = decodersOf(look.config)[look.glass.decoder].iterations;
  const iteration = Math.max(1, Math.min(look.iteration, last));
  return lab.ask("turbo", "trellis", look.config, queryOf(look), { from, stages, iteration });
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

function status(): Status {
  const { sweep, throughput, inspection } = useTurbo.getState();
  const frames = sweep.step?.results.reduce((sum, point) => sum + point.frames, 0) ?? 0;
  return {
    ...statusOf({
      runs: [
        [sweep, "Sweeping Eb/N0"],
        [throughput, "Timing the decoders"],
      ],
      stop: stopTurbo,
      computing: inspection.computing && "Decoding a codeword",
      failure: inspection.failure,
    }),
    last:
      sweep.phase !== "running" && sweep.ms !== undefined && frames > 0
        ? `${whole(frames)} codewords decoded in ${duration(sweep.ms)}`
        : undefined,
  };
}

const inView = () => useView.getState().lab === "turbo" && isReady(useLab.getState());

/** The Turbo lab: the codeword under the glass follows every change; the sweep does on a real GPU. */
export const turbo: LabSession = {
  read: (fragment) => useTurbo.setState(decodeTurbo(fragment)),
  link: () => encodeTurbo(useTurbo.getState()),
  canonical: (fragment) => encodeTurbo(decodeTurbo(fragment)),
  subscribe(changed) {
    useTurbo.subscribe(({ config, glass, iteration, span }, before) => {
      const trellisOnly =
        config === before.config &&
        JSON.stringify({ ...glass, stage: 0, stages: 0 }) === JSON.stringify({ ...before.glass, stage: 0, stages: 0 });
      const edited = config !== before.config || glass !== before.glass;
      if ((edited || iteration !== before.iteration) && inView()) void inspect({ trellisOnly });
      if (edited || iteration !== before.iteration || span !== before.span) changed();
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
  status: { stores: [useTurbo], read: status },
  pick(index) {
    if (ALGORITHMS[index]) toggleAlgorithm(ALGORITHMS[index]);
  },
  drop: { invitation: "Drop error rates: CSV or AFF3CT's text", take: ({ files }) => void addCurveFiles([...files]) },
};

/** Goes on with what the worker's end interrupted; a real GPU begins a sweep of itself. */
async function catchUp(software: boolean): Promise<void> {
  for (const runner of Object.values(RUNNERS)) await runner.recover();
  if (software || useTurbo.getState().sweep.phase !== "idle") return;
  useTurbo.setState({ follow: true });
  await sweepRunner.start();
}
