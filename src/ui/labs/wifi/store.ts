import { create } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import type { FrameSource } from "#core/wifi/experiment/figures/asks.ts";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import type { FrameTrellis } from "#core/wifi/experiment/figures/trellis.ts";
import type { BitPath } from "#core/wifi/frame/bit-path.float64.ts";
import { loneFrame, WIFI, type WifiEstimator, type WifiExperiment } from "#core/wifi/experiment/experiment.ts";
import { latestWins } from "../../../worker/latest.ts";
import { whole } from "../../format.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { worker } from "../../kit/engine.ts";
import { addDrawn, createLive, type DrawnErrors } from "../../kit/live.ts";
import { createRunner } from "../../kit/run.ts";
import { createSweep } from "../../kit/sweep.ts";
import { ownFile } from "../../kit/recording/recording.ts";
import { sweepSession } from "../../kit/sweep-session.ts";
import { ESTIMATOR_NAMES } from "./estimators.ts";
import { DEFAULT_INSPECTION, fittedInspection, type WifiInspection } from "./inspection.ts";
import { decodeWifi, encodeWifi, type WifiAddress } from "./address.ts";
import { reception, useReceiver } from "./receiver/reception.ts";
import { takeFiles } from "./receiver/take-files.ts";

export const useWifi = create<WifiAddress>()(() => ({ config: WIFI.defaults, inspection: DEFAULT_INSPECTION }));

export function editWifi(change: Partial<WifiExperiment>): void {
  const { config, inspection } = useWifi.getState();
  const next = { ...config, ...change };
  useWifi.setState({ config: next, inspection: fittedInspection(next, inspection) });
}

export function editInspection(change: Partial<WifiInspection>): void {
  const { config, inspection } = useWifi.getState();
  useWifi.setState({ inspection: fittedInspection(config, { ...inspection, ...change }) });
}

/** Adds or removes an estimator; the last one stays. */
export function toggleEstimator(name: WifiEstimator): void {
  editWifi({ estimators: toggled(ESTIMATOR_NAMES, useWifi.getState().config.estimators, name) });
}

export const sweep = createSweep({
  experiment: "wifi",
  of: useWifi,
  config: ({ config }) => config,
  doing: "Sweeping SNR",
  adopt: editWifi,
});

/** The latency of one frame of the inspected rate with the inspected estimator. */
export const latency = createRunner({
  experiment: "wifi",
  run: "latency",
  of: useWifi,
  config: ({ config, inspection }) => loneFrame(config, inspection),
  doing: "Timing one frame",
  failed: "The frame could not be timed.",
});

/** The frame that the figures show: one of a recording if the person chose one, else a packet of the experiment. */
function sourceOf({ config, inspection: { snrDb, rate, packet, estimator } }: WifiAddress): FrameSource {
  const { chosen, estimator: receiving } = useReceiver.getState();
  if (chosen) return { estimator: receiving, received: reception.found().frames.indexOf(chosen) };
  const query = { snrDb, rateMbps: Number(config.rateMbps[rate]), packet };
  return { estimator: config.estimators[estimator], config, query };
}

const askFrame = latestWins((link: WifiAddress) => worker.ask("wifi", "frame", sourceOf(link)));
const askTrellis = latestWins((link: WifiAddress) =>
  worker.ask("wifi", "trellis", sourceOf(link), link.inspection.step, link.inspection.steps),
);
const askBit = latestWins((link: WifiAddress) => worker.ask("wifi", "bit", sourceOf(link), link.inspection.bit));

export interface Inspected {
  view: FrameView;
  trellis: FrameTrellis | undefined;
  path: BitPath | undefined;
}

/** Names of the cards. */
const FIGURES = "frame acquisition response error-carrier pilots points error-symbol llrs bit survivors octets".split(
  " ",
);

/** The inspected frame, a part of its trellis, and the path of the inspected bit. */
export const inspected = createLive<WifiAddress, Inspected, readonly (keyof Inspected)[], DrawnErrors>({
  doing: "Receiving a frame",
  failed: "The frame could not be received.",
  of: useWifi,
  async ask(show, link, parts = ["view", "trellis", "path"]) {
    const [view, path] = [parts.includes("view") && askFrame(link), parts.includes("path") && askBit(link)];
    // Together: the path of a bit at one rate has no place in a frame of another rate.
    const both = Promise.all([view, path]).then(([view, path]) => {
      if (view) show(path === false ? { view } : { view, path });
      else if (view === false && path !== false) show({ path });
    });
    const trellis = parts.includes("trellis") && askTrellis(link).then((trellis) => show({ trellis }));
    await Promise.all([both, trellis]);
  },
  draws: {
    figures: FIGURES,
    pause: () => (useReceiver.getState().chosen ? "Paused: the figures show a frame of a recording." : undefined),
    reseeded: ({ config, ...link }, seedOf) => ({ ...link, config: { ...config, seed: seedOf(config.seed) } }),
    // The packets that each estimator lost.
    count: ({ view }) =>
      Object.fromEntries(
        view.errors.map(({ estimator, intact }) => [estimator, { errors: Number(!intact), trials: 1 }]),
      ),
    add: addDrawn,
  },
});

/** What the frame depends on. */
function frameOf({ config, inspection: { snrDb, rate, packet, estimator } }: WifiAddress): readonly unknown[] {
  const { snr: _, packets: __, stopErrors: ___, ...own } = config;
  return [own, snrDb, rate, packet, estimator];
}
const trellisKey = ({ inspection: { step, steps } }: WifiAddress) => `${step} ${steps}`;

/** The Wi-Fi lab: the inspected frame follows every change; the sweep follows on a real GPU only. */
export const wifi = {
  ...sweepSession({
    store: useWifi,
    encode: encodeWifi,
    decode: decodeWifi,
    sweep,
    runs: [latency],
    look: inspected,
    changed(now, before) {
      const parts: (keyof Inspected)[] = [];
      if (now.inspection.bit !== before.inspection.bit) parts.push("path");
      if (trellisKey(now) !== trellisKey(before)) parts.push("trellis");
      const other = !equal(frameOf(now), frameOf(before));
      // A change of the experiment shows its packet again.
      if (other) useReceiver.setState({ chosen: undefined });
      if (other || parts.length > 0) void inspected.compute(other ? undefined : parts);
    },
    counted(points) {
      const packets = points.reduce((sum, point) => sum + point.packets, 0);
      return packets > 0 ? `${whole(packets)} packets received` : undefined;
    },
    overSnr: true,
    runCard: "fer",
    pick(index) {
      if (ESTIMATOR_NAMES[index]) toggleEstimator(ESTIMATOR_NAMES[index]);
    },
  }),
  ownFile,
  drop: {
    invitation: "Drop a recording, ledgers of this sweep, or error rates: CSV or output of AFF3CT",
    recordings: true,
    take: takeFiles(sweep),
  },
};

useReceiver.subscribe(({ chosen, estimator }, before) => {
  if (chosen !== before.chosen || (chosen && estimator !== before.estimator)) void inspected.compute();
});
