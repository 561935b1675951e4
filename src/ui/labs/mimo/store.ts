import { create } from "zustand";
import { frameOf, MIMO, type MimoExperiment, sizesOf } from "#core/mimo/experiment/experiment.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import type { MimoLook } from "#core/mimo/experiment/look.ts";
import type { Traversal } from "#core/mimo/experiment/vector.ts";
import { type DetectorName, detectors } from "#core/mimo/registry.ts";
import { latestWins } from "../../../worker/latest.ts";
import { whole } from "../../format.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { lab } from "../../kit/engine.ts";
import { createLive } from "../../kit/live.ts";
import { createRunner } from "../../kit/run.ts";
import { sweepSession } from "../../kit/sweep-session.ts";
import { decodeMimo, DEFAULT_GLASS, encodeMimo, fittedGlass, type MimoGlass, type MimoLink } from "./link.ts";

export const useMimo = create<MimoLink>()(() => ({ config: MIMO.defaults, glass: DEFAULT_GLASS, scene: 0 }));

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

/** Takes a detector in or out; the last one stays. */
export function toggleDetector(name: DetectorName): void {
  const { config } = useMimo.getState();
  if (!detectorRefusal(name, config)) editMimo({ detectors: toggled(DETECTOR_NAMES, config.detectors, name) });
}

const ofMimo = { experiment: "mimo", of: useMimo, config: ({ config }: MimoLink) => config } as const;

export const sweep = createRunner({
  ...ofMimo,
  run: "sweep",
  doing: "Sweeping SNR",
  failed: "The sweep could not go on.",
});

export const throughput = createRunner({
  ...ofMimo,
  run: "throughput",
  doing: "Timing the detectors",
  failed: "The detectors could not be timed.",
});

const askPage = latestWins(({ config, glass }: MimoLink) => lab.ask("mimo", "look", config, glass.snrDb));
const askVector = latestWins(({ config, glass: { snrDb, frame, use } }: MimoLink) =>
  lab.ask("mimo", "traversal", config, { snrDb, frame, use }),
);

/** Multi-pass traversal takes these sizes: there is a trellis to draw. */
export const hasTrellis = (config: MimoExperiment) => !detectorRefusal("mtt", config);

export interface Inspection {
  page: { config: MimoExperiment; look: MimoLook };
  vector: { config: MimoExperiment; glass: MimoGlass; traversal: Traversal } | undefined;
}

/** One page of frames, and one received vector of it, under the glass: with what they were asked for. */
export const inspection = createLive<Inspection, [options?: { vectorOnly: boolean }]>({
  doing: "Computing the figures",
  failed: "The figures could not be computed.",
  async ask(show, { vectorOnly } = { vectorOnly: false }) {
    const link = useMimo.getState();
    const { config, glass } = link;
    const traversal = hasTrellis(config) ? await askVector(link) : undefined;
    if (traversal) show({ vector: { config, glass, traversal } });
    else if (!hasTrellis(config)) show({ vector: undefined });
    const look = vectorOnly ? undefined : await askPage(link);
    if (look) show({ page: { config, look } });
  },
});

/** What the figures of one page depend on, as a text. */
const pageKey = ({ config, glass }: MimoLink) => {
  const { snr: _, stopErrors: __, ...own } = config;
  return JSON.stringify([own, glass.snrDb]);
};
const vectorKey = ({ glass }: MimoLink) => JSON.stringify([glass.frame, glass.use]);

/** The MIMO lab: the page and the vector under the glass follow every change; the sweep does on a real GPU. */
export const mimo = sweepSession<MimoLink, MimoPoint>({
  store: useMimo,
  encode: encodeMimo,
  decode: decodeMimo,
  sweep,
  runs: [throughput],
  look: inspection,
  changed(now, before) {
    const page = pageKey(now) !== pageKey(before);
    if (page || vectorKey(now) !== vectorKey(before)) void inspection.compute({ vectorOnly: !page });
  },
  counted(points) {
    const frames = points.reduce((sum, point) => sum + point.frames, 0);
    return frames > 0 ? `${whole(frames)} frames detected` : undefined;
  },
  pick(index) {
    if (DETECTOR_NAMES[index]) toggleDetector(DETECTOR_NAMES[index]);
  },
  overSnr: true,
});
