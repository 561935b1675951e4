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
import {
  decodeMimo,
  DEFAULT_INSPECTION,
  encodeMimo,
  fittedInspection,
  type MimoInspection,
  type MimoLink,
} from "./link.ts";

export const useMimo = create<MimoLink>()(() => ({ config: MIMO.defaults, inspection: DEFAULT_INSPECTION, scene: 0 }));

export const DETECTOR_NAMES = Object.keys(detectors) as DetectorName[];

/** The reason why a detector does not support an experiment's sizes; undefined where it does. */
export function detectorRefusal(name: DetectorName, config: MimoExperiment): string | undefined {
  return detectors[name].refusal({ ...sizesOf(config), uses: 1 });
}

/** Changes the experiment and removes detectors that do not support its new sizes. */
export function editMimo(change: Partial<MimoExperiment>): void {
  const { config, inspection } = useMimo.getState();
  const next = { ...config, ...change };
  next.detectors = next.detectors.filter((name) => !detectorRefusal(name, next));
  if (next.detectors.length === 0) next.detectors = ["mmse"];
  useMimo.setState({ config: next, inspection: fittedInspection(next, inspection) });
}

export function editInspection(change: Partial<MimoInspection>): void {
  const { config, inspection } = useMimo.getState();
  useMimo.setState({ inspection: fittedInspection(config, { ...inspection, ...change }) });
}

/** The next received vector, frame after frame. */
export function nextVector(by: 1 | -1): void {
  const { config, inspection } = useMimo.getState();
  const { uses } = frameOf(config);
  const at = Math.max(0, inspection.frame * uses + inspection.use + by);
  editInspection({ frame: Math.floor(at / uses), use: at % uses });
}

/** Adds or removes a detector; the last one stays. */
export function toggleDetector(name: DetectorName): void {
  const { config } = useMimo.getState();
  if (!detectorRefusal(name, config)) editMimo({ detectors: toggled(DETECTOR_NAMES, config.detectors, name) });
}

const ofMimo = { experiment: "mimo", of: useMimo, config: ({ config }: MimoLink) => config } as const;

export const sweep = createRunner({
  ...ofMimo,
  run: "sweep",
  doing: "Sweeping SNR",
  failed: "The sweep could not continue.",
});

export const throughput = createRunner({
  ...ofMimo,
  run: "throughput",
  doing: "Timing the detectors",
  failed: "The detectors could not be timed.",
});

const askPage = latestWins(({ config, inspection }: MimoLink) => lab.ask("mimo", "look", config, inspection.snrDb));
const askVector = latestWins(({ config, inspection: { snrDb, frame, use } }: MimoLink) =>
  lab.ask("mimo", "traversal", config, { snrDb, frame, use }),
);

/** True where multi-pass traversal supports the sizes, so that there is a trellis to draw. */
export const hasTrellis = (config: MimoExperiment) => !detectorRefusal("mtt", config);

export interface Inspected {
  page: { config: MimoExperiment; look: MimoLook };
  vector: { config: MimoExperiment; inspection: MimoInspection; traversal: Traversal } | undefined;
}

/** The inspected page of frames and the inspected received vector, each with the configuration it belongs to. */
export const inspected = createLive<Inspected, [options?: { vectorOnly: boolean }]>({
  doing: "Computing the figures",
  failed: "The figures could not be computed.",
  async ask(show, { vectorOnly } = { vectorOnly: false }) {
    const link = useMimo.getState();
    const { config, inspection } = link;
    const traversal = hasTrellis(config) ? await askVector(link) : undefined;
    if (traversal) show({ vector: { config, inspection, traversal } });
    else if (!hasTrellis(config)) show({ vector: undefined });
    const look = vectorOnly ? undefined : await askPage(link);
    if (look) show({ page: { config, look } });
  },
});

/** A key of all fields that the figures of one page depend on. */
const pageKey = ({ config, inspection }: MimoLink) => {
  const { snr: _, stopErrors: __, ...own } = config;
  return JSON.stringify([own, inspection.snrDb]);
};
const vectorKey = ({ inspection }: MimoLink) => JSON.stringify([inspection.frame, inspection.use]);

/** The MIMO lab: the inspected page and vector follow every change; the sweep follows on a real GPU only. */
export const mimo = sweepSession<MimoLink, MimoPoint>({
  store: useMimo,
  encode: encodeMimo,
  decode: decodeMimo,
  sweep,
  runs: [throughput],
  look: inspected,
  changed(now, before) {
    const page = pageKey(now) !== pageKey(before);
    if (page || vectorKey(now) !== vectorKey(before)) void inspected.compute({ vectorOnly: !page });
  },
  counted(points) {
    const frames = points.reduce((sum, point) => sum + point.frames, 0);
    return frames > 0 ? `${whole(frames)} frames detected` : undefined;
  },
  runCard: "ber",
  passing: ["scene"],
  pick(index) {
    if (DETECTOR_NAMES[index]) toggleDetector(DETECTOR_NAMES[index]);
  },
  overSnr: true,
});
