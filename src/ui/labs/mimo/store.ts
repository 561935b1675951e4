import { create } from "zustand";
import { frameOf, MIMO, type MimoExperiment, sizesOf } from "#core/mimo/experiment/experiment.ts";
import type { MimoLook } from "#core/mimo/experiment/look.ts";
import type { ModulationStep } from "#core/mimo/experiment/modulations.ts";
import type { SweepStep } from "#core/measurement/sweep.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import type { Traversal } from "#core/mimo/experiment/vector.ts";
import { type DetectorName, detectors } from "#core/mimo/registry.ts";
import { latestWins } from "../../../worker/latest.ts";
import { duration, whole } from "../../format.ts";
import { describeFailure, type Failure } from "../../kit/failure.ts";
import { isReady, isWorkerLoss, lab, useLab } from "../../kit/engine.ts";
import { decodeMimo, DEFAULT_GLASS, encodeMimo, fittedGlass, type MimoGlass, type MimoLink } from "./link.ts";
import { addCurveFiles } from "../../kit/overlays.ts";
import { createRunner, type Run } from "../../kit/run.ts";
import type { LabSession } from "../../kit/lab.ts";
import { type Status, statusOf } from "../../kit/status.ts";
import { useView } from "../../page/view.ts";

/** One page of frames, and one received vector of it, under the glass: with what they were asked for. */
interface Inspection {
  computing: boolean;
  page?: { config: MimoExperiment; look: MimoLook };
  vector?: { config: MimoExperiment; glass: MimoGlass; traversal: Traversal };
  failure?: Failure;
}

type MimoStep = SweepStep<MimoExperiment, MimoPoint>;

interface MimoStore extends MimoLink {
  sweep: Run<MimoStep>;
  /** The sweep begins again when its experiment changes. */
  follow: boolean;
  throughput: Run<ModulationStep>;
  inspection: Inspection;
  /** The person wants to see a software adapter's times. */
  asked: boolean;
  /** The detector under the pointer: it stands out in every figure. */
  highlight?: DetectorName;
}

export const useMimo = create<MimoStore>()(() => ({
  config: MIMO.defaults,
  glass: DEFAULT_GLASS,
  scene: 0,
  sweep: { phase: "idle" },
  follow: false,
  throughput: { phase: "idle" },
  inspection: { computing: false },
  asked: false,
}));

export const DETECTOR_NAMES = Object.keys(detectors) as DetectorName[];

/** Why a detector cannot take an experiment's sizes; undefined when it can. */
export function detectorRefusal(name: DetectorName, config: MimoExperiment): string | undefined {
  return detectors[name].refusal({ ...sizesOf(config), uses: 1 });
}

/** Changes the experiment; detectors that refuse its new sizes leave it. */
export function editMimo(change: Partial<MimoExperiment>): void {
  const { config, glass } = useMimo.getState();
  const next = { ...config, ...change };
  next.detectors = next.detectors.filter((name) => !detectorRefusal(name, next));
  if (next.detectors.length === 0) next.detectors = ["mmse"];
  useMimo.setState({ config: next, glass: fittedGlass(next, glass) });
}

export function editGlass(change: Partial<MimoGlass>): void {
  const { config, glass } = useMimo.getState();
  useMimo.setState({ glass: fittedGlass(config, { ...glass, ...change }) });
}

/** The next received vector, frame after frame. */
export function nextVector(by: 1 | -1): void {
  const { config, glass } = useMimo.getState();
  const { uses } = frameOf(config);
  const at = Math.max(0, glass.frame * uses + glass.use + by);
  editGlass({ frame: Math.floor(at / uses), use: at % uses });
}

/** Why an experiment cannot be run; undefined when it can. */
export function refusalOf(config: unknown): string | undefined {
  try {
    MIMO.parse(config);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^mimo: /, "");
  }
}

/** Takes a detector in or out; the last one stays. */
export function toggleDetector(name: DetectorName): void {
  const { config } = useMimo.getState();
  if (detectorRefusal(name, config)) return;
  const chosen = DETECTOR_NAMES.filter((one) => config.detectors.includes(one) !== (one === name));
  if (chosen.length > 0) editMimo({ detectors: chosen });
}

const sweepRunner = createRunner({
  get: () => useMimo.getState().sweep,
  set: (change: Partial<Run<MimoStep>>) => useMimo.setState(({ sweep }) => ({ sweep: { ...sweep, ...change } })),
  config: () => useMimo.getState().config,
  ask: (start, onStep) => lab.run("mimo", "sweep", start, onStep),
  failed: "The sweep could not go on.",
});

const throughputRunner = createRunner({
  get: () => useMimo.getState().throughput,
  set: (change: Partial<Run<ModulationStep>>) =>
    useMimo.setState(({ throughput }) => ({ throughput: { ...throughput, ...change } })),
  config: () => useMimo.getState().config,
  ask: (start, onStep) => lab.run("mimo", "throughput", start, onStep),
  failed: "The detectors could not be timed.",
});

const RUNNERS = { sweep: sweepRunner, throughput: throughputRunner };
export type MimoRun = keyof typeof RUNNERS;

/** Runs, stops, goes on. */
export function toggleMimo(name: MimoRun): void {
  RUNNERS[name].toggle();
}

export function retryMimo(name: MimoRun): void {
  void RUNNERS[name].start();
}

function stopMimo(): void {
  void lab.stop();
}

interface Look {
  config: MimoExperiment;
  glass: MimoGlass;
}

const askPage = latestWins(({ config, glass }: Look) => lab.ask("mimo", "look", config, glass.snrDb));
const askVector = latestWins(({ config, glass: { snrDb, frame, use } }: Look) =>
  lab.ask("mimo", "traversal", config, { snrDb, frame, use }),
);
let looks = 0;

/** Multi-pass traversal takes these sizes: there is a trellis to draw. */
export const hasTrellis = (config: MimoExperiment) => !detectorRefusal("mtt", config);

/** Computes the figures of one page and of one vector. Calls may come as fast as a slider moves. */
export async function inspect({ vectorOnly = false } = {}): Promise<void> {
  const { config, glass } = useMimo.getState();
  const wanted = { config, glass };
  const mine = ++looks;
  const update = (change: Partial<Inspection>) =>
    useMimo.setState(({ inspection }) => ({ inspection: { ...inspection, ...change } }));
  update({ computing: true });
  try {
    const traversal = hasTrellis(config) ? await askVector(wanted) : undefined;
    if (traversal) update({ vector: { ...wanted, traversal } });
    else if (!hasTrellis(config)) update({ vector: undefined });
    const look = vectorOnly ? undefined : await askPage(wanted);
    if (look) update({ page: { config, look } });
    update({ failure: undefined });
  } catch (error) {
    update({ failure: isWorkerLoss(error) ? undefined : describeFailure("The figures could not be computed.", error) });
  }
  if (mine === looks) update({ computing: false });
}

function status(): Status {
  const { sweep, throughput, inspection } = useMimo.getState();
  const frames = sweep.step?.results.reduce((sum, point) => sum + point.frames, 0) ?? 0;
  return {
    ...statusOf({
      runs: [
        [sweep, "Sweeping SNR"],
        [throughput, "Timing the detectors"],
      ],
      stop: stopMimo,
      computing: inspection.computing && "Computing the figures",
      failure: inspection.failure,
    }),
    last:
      sweep.phase !== "running" && sweep.ms !== undefined && frames > 0
        ? `${whole(frames)} frames detected in ${duration(sweep.ms)}`
        : undefined,
  };
}

const inView = () => useView.getState().lab === "mimo" && isReady(useLab.getState());

/** What the figures of one page depend on, as a text. */
const pageKey = ({ config, glass }: Look) => {
  const { snr: _, stopErrors: __, ...own } = config;
  return JSON.stringify([own, glass.snrDb]);
};
const vectorKey = ({ glass }: Look) => JSON.stringify([glass.frame, glass.use]);

/** The MIMO lab: the page and the vector under the glass follow every change; the sweep does on a real GPU. */
export const mimo: LabSession = {
  read: (fragment) => useMimo.setState(decodeMimo(fragment)),
  link: () => encodeMimo(useMimo.getState()),
  canonical: (fragment) => encodeMimo(decodeMimo(fragment)),
  subscribe(changed) {
    useMimo.subscribe((now, before) => {
      if (now.config === before.config && now.glass === before.glass) return;
      const page = pageKey(now) !== pageKey(before);
      if ((page || vectorKey(now) !== vectorKey(before)) && inView()) void inspect({ vectorOnly: !page });
      changed();
    });
  },
  rested() {
    const { follow, sweep } = useMimo.getState();
    if (follow && sweep.phase !== "idle" && sweepRunner.isOutdated() && inView()) void sweepRunner.start();
  },
  shown(software, { opened }) {
    if (opened || !useMimo.getState().inspection.page) void inspect();
    void catchUp(software);
  },
  toggle() {
    toggleMimo(useMimo.getState().throughput.phase === "running" ? "throughput" : "sweep");
  },
  status: { stores: [useMimo], read: status },
  pick(index) {
    if (DETECTOR_NAMES[index]) toggleDetector(DETECTOR_NAMES[index]);
  },
  overSnr: true,
  drop: { invitation: "Drop error rates: CSV or AFF3CT's text", take: ({ files }) => void addCurveFiles([...files]) },
};

/** Goes on with what the worker's end interrupted; a real GPU begins a sweep of itself. */
async function catchUp(software: boolean): Promise<void> {
  for (const name of ["sweep", "throughput"] as const) {
    if (useMimo.getState()[name].phase === "interrupted") await RUNNERS[name].start({ resume: true });
  }
  if (software || useMimo.getState().sweep.phase !== "idle") return;
  useMimo.setState({ follow: true });
  await sweepRunner.start();
}
