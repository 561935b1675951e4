import { create } from "zustand";
import { lastPoint } from "#core/configuration/fields.ts";
import { equal } from "#core/configuration/equal.ts";
import {
  axisOf,
  mimoFrame,
  messagesRefusal,
  MIMO,
  type MimoExperiment,
  outersOf,
  pointOf,
  sizesOf,
  stopRefusal,
} from "#core/mimo/experiment/experiment.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import type { MimoLook } from "#core/mimo/experiment/look.ts";
import type { MimoLoop } from "#core/mimo/experiment/loop.ts";
import type { WatchedFrame, WatchQuery } from "#core/mimo/experiment/watch.ts";
import type { Traversal } from "#core/mimo/experiment/vector.ts";
import { type DetectorName, detectors } from "#core/mimo/registry.ts";
import { latestWins } from "../../../worker/latest.ts";
import { whole } from "../../format.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { worker } from "../../kit/engine.ts";
import { addDrawn, createLive, type DrawnErrors } from "../../kit/live.ts";
import { createRunner } from "../../kit/run.ts";
import { createSweep } from "../../kit/sweep.ts";
import { sweepSession } from "../../kit/sweep-session.ts";
import {
  decodeMimo,
  DEFAULT_INSPECTION,
  encodeMimo,
  fittedInspection,
  type MimoInspection,
  type MimoAddress,
} from "./address.ts";

export const useMimo = create<MimoAddress>()(() => ({
  config: MIMO.defaults,
  inspection: DEFAULT_INSPECTION,
  scene: 0,
  order: 0,
  pass: 0,
}));

export const DETECTOR_NAMES = Object.keys(detectors) as DetectorName[];

/** The reason why a detector does not support an experiment's sizes; undefined where it does. */
export function detectorRefusal(name: DetectorName, config: MimoExperiment): string | undefined {
  return detectors[name].refusal({ ...sizesOf(config), uses: 1 });
}

/**
 * Changes the experiment, and removes what does not fit its new sizes: detectors, too few receive antennas, a CRC, and an early
 * stop. A stop by CRC adds a CRC.
 */
export function editMimo(change: Partial<MimoExperiment>): void {
  const { config, inspection } = useMimo.getState();
  const wanted = { ...config, ...change };
  if (wanted.receiveAntennas < wanted.antennas) wanted.receiveAntennas = 0;
  wanted.detectors = wanted.detectors.filter((name) => !detectorRefusal(name, wanted));
  if (wanted.detectors.length === 0) wanted.detectors = ["mmse"];
  if (change.stop === "crc" && wanted.crc === "none") wanted.crc = "24A";
  if (stopRefusal(wanted)) wanted.stop = "none";
  if (stopRefusal(wanted)) wanted.crc = "none";
  if (messagesRefusal(wanted)) wanted.messages = "kept";
  const next = MIMO.parse(wanted);
  useMimo.setState({ config: next, inspection: fittedInspection(next, inspection) });
}

export function editInspection(change: Partial<MimoInspection>): void {
  const { config, inspection } = useMimo.getState();
  useMimo.setState({ inspection: fittedInspection(config, { ...inspection, ...change }) });
}

/** The next received vector, frame after frame. */
export function nextVector(by: 1 | -1): void {
  const { config, inspection } = useMimo.getState();
  const { uses } = mimoFrame(config);
  const at = Math.max(0, inspection.frame * uses + inspection.use + by);
  editInspection({ frame: Math.floor(at / uses), use: at % uses });
}

/** Adds or removes a detector; the last one stays. */
export function toggleDetector(name: DetectorName): void {
  const { config } = useMimo.getState();
  if (!detectorRefusal(name, config)) editMimo({ detectors: toggled(DETECTOR_NAMES, config.detectors, name) });
}

const ofMimo = { experiment: "mimo", of: useMimo, config: ({ config }: MimoAddress) => config } as const;

export const sweep = createSweep({ ...ofMimo, doing: "Sweeping SNR", adopt: editMimo });

export const throughput = createRunner({
  ...ofMimo,
  run: "throughput",
  doing: "Timing the detectors",
  failed: "The detectors could not be timed.",
});

/** The latency of one received vector with the first detector. */
export const latency = createRunner({
  ...ofMimo,
  run: "latency",
  config: ({ config }) => ({
    sizes: sizesOf(config),
    detector: config.detectors[0],
    snrDb: pointOf(config, lastPoint(axisOf(config).points)).snrDb,
    seed: config.seed,
  }),
  doing: "Timing one vector",
  failed: "The vector could not be timed.",
});

const askPage = latestWins(({ config, inspection }: MimoAddress) =>
  worker.ask("mimo", "look", config, inspection.snrDb),
);
const askVector = latestWins(({ config, inspection: { snrDb, frame, use } }: MimoAddress) =>
  worker.ask("mimo", "traversal", config, { snrDb, frame, use }),
);

const askLoop = latestWins(({ config, inspection }: MimoAddress) =>
  worker.ask("mimo", "loop", config, inspection.snrDb),
);
const askFrame = latestWins(({ config, query }: { config: MimoExperiment; query: WatchQuery }) =>
  worker.ask("mimo", "watch", config, query),
);

/** The detectors that take part in outer iterations. */
export const loopDetectors = (config: MimoExperiment) =>
  config.detectors.filter((name) => Math.max(...outersOf(config, name)) > 1);

/** The receiver whose frame is watched; undefined without outer iterations. */
export function watchedDetector({ config, inspection }: MimoAddress): DetectorName | undefined {
  const names = loopDetectors(config);
  return names.find((name) => name === inspection.watch) ?? names[0];
}

/** A point's position on the sweep's axis, dB. */
export const dbOf = ({ snrDb, ebn0Db }: MimoPoint, config: MimoExperiment) =>
  axisOf(config).label === "SNR" ? snrDb : ebn0Db;

/** True where multi-pass traversal supports the sizes, so that there is a trellis to draw. */
export const hasTrellis = (config: MimoExperiment) => !detectorRefusal("mtt", config);

export interface Inspected {
  page: { config: MimoExperiment; look: MimoLook };
  vector: { config: MimoExperiment; inspection: MimoInspection; traversal: Traversal } | undefined;
  /** The outer iterations, and one frame in them; undefined without outer iterations. */
  loop: { config: MimoExperiment; loop: MimoLoop } | undefined;
  watched: WatchedFrame | undefined;
}

/** The inspected page of frames and the inspected received vector, each with the configuration it belongs to. */
export const inspected = createLive<
  MimoAddress,
  Inspected,
  Partial<Record<"page" | "vector" | "frame", boolean>>,
  DrawnErrors
>({
  doing: "Computing the figures",
  failed: "The figures could not be computed.",
  of: useMimo,
  async ask(show, link, parts = { page: true, vector: true, frame: true }) {
    const { config, inspection } = link;
    const { snrDb, frame } = inspection;
    const detector = watchedDetector(link);
    const vector = hasTrellis(config);
    if (!vector) show({ vector: undefined });
    if (!detector) show({ loop: undefined, watched: undefined });
    const query = detector && { snrDb, frame, detector };
    // Asked at once, so that all kernels compile side by side. The first ones are quick, and are shown while the others are computed.
    await Promise.all([
      vector &&
        parts.vector &&
        askVector(link).then((traversal) => traversal && show({ vector: { config, inspection, traversal } })),
      query && parts.frame && askFrame({ config, query }).then((watched) => watched && show({ watched })),
      parts.page && askPage(link).then((look) => look && show({ page: { config, look } })),
      query && parts.page && askLoop(link).then((loop) => loop && show({ loop: { config, loop } })),
    ]);
  },
  draws: {
    // At the top of the page only the strip is in sight: it shows the errors of all draws.
    figures: ["strip", "received", "llrs", "calibration", "convergence", "trellis", "exit", "frame"],
    // A vector and a frame stay while the person steps through them.
    which: ({ scene, pass }) => ({ page: true, vector: scene === 0, frame: pass === 0 }),
    reseeded: ({ config, ...link }, seedOf) => ({ ...link, config: { ...config, seed: seedOf(config.seed) } }),
    count: drawnErrors,
    add: addDrawn,
  },
});

/** The wrong bits of each detector before the decoder. */
function drawnErrors({ page: { look } }: Inspected): DrawnErrors {
  const sums = look.llrs.map(({ detector, calibration: { bins } }) => {
    const sum = (key: "bits" | "wrong") => bins.reduce((total, bin) => total + bin[key], 0);
    return [detector, { errors: sum("wrong"), trials: sum("bits") }];
  });
  return Object.fromEntries(sums);
}

/** What the figures of one page depend on. */
const pageOf = ({ config, inspection }: MimoAddress) => {
  const { snr: _, ebn0: __, stopErrors: ___, ...own } = config;
  return [own, inspection.snrDb];
};
const vectorOf = ({ inspection }: MimoAddress) => [inspection.frame, inspection.use];
const frameAndDetector = (address: MimoAddress) => [address.inspection.frame, watchedDetector(address)];

/** The MIMO lab: the inspected page and vector follow every change; the sweep follows on a real GPU only. */
export const mimo = sweepSession<MimoAddress, MimoPoint>({
  store: useMimo,
  encode: encodeMimo,
  decode: decodeMimo,
  sweep,
  runs: [throughput, latency],
  look: inspected,
  changed(now, before) {
    const page = !equal(pageOf(now), pageOf(before));
    const vector = page || !equal(vectorOf(now), vectorOf(before));
    const frame = page || !equal(frameAndDetector(now), frameAndDetector(before));
    if (vector || frame) void inspected.compute({ page, vector, frame });
  },
  counted(points) {
    const frames = points.reduce((sum, point) => sum + point.frames, 0);
    return frames > 0 ? `${whole(frames)} frames detected` : undefined;
  },
  runCard: "ber",
  passing: ["scene", "order", "pass"],
  pick(index) {
    if (DETECTOR_NAMES[index]) toggleDetector(DETECTOR_NAMES[index]);
  },
  overSnr: true,
});
