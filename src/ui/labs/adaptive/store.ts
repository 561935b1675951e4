import { create } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import type { ErrorBounds } from "#core/adaptive/experiment/theory.ts";
import { ADAPTIVE, type AdaptiveExperiment, channelOf, exchangesOf } from "#core/adaptive/experiment/experiment.ts";
import type { Learning } from "#core/adaptive/experiment/learning.ts";
import type { StudyConfig, StudyKind } from "#core/adaptive/experiment/study.ts";
import { MODULATIONS } from "#core/adaptive/modulations.ts";
import { statesOf } from "#core/adaptive/sequence/trellis.ts";
import type { Carriers } from "#core/adaptive/experiment/figures/carriers.ts";
import { MOST_SHOWN_STATES, type SequenceTrellis } from "#core/adaptive/experiment/figures/survivors.ts";
import type { AdaptivePacket } from "#core/adaptive/experiment/packet.ts";
import { type AdaptiveEqualizerName, EQUALIZER_NAMES } from "#core/adaptive/equalizers.ts";
import { withCodedSymbols } from "#core/adaptive/experiment/coding.ts";
import { latestWins } from "../../../worker/latest.ts";
import { whole } from "../../format.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { say } from "../../elements/notices.ts";
import { worker } from "../../kit/engine.ts";
import { refusalOf } from "../../kit/fields/fields-of.tsx";
import { addDrawn, createLive, type DrawnErrors } from "../../kit/live.ts";
import type { TurboTransfer } from "#core/adaptive/experiment/transfer.ts";
import { createRunner } from "../../kit/run.ts";
import { createSweep } from "../../kit/sweep.ts";
import { sweepSession } from "../../kit/sweep-session.ts";
import {
  type AdaptiveAddress,
  type AdaptiveInspection,
  decodeAdaptive,
  DEFAULT_INSPECTION,
  encodeAdaptive,
  fittedInspection,
} from "./address.ts";
import { choiceRefusal, fitted } from "./supported.ts";

export const useAdaptive = create<AdaptiveAddress>()(() => ({
  config: ADAPTIVE.defaults,
  inspection: DEFAULT_INSPECTION,
}));

/** Changes the experiment. Returns why it cannot be changed so; undefined if it was. */
export function editAdaptive(change: Partial<AdaptiveExperiment>): string | undefined {
  const { config, inspection } = useAdaptive.getState();
  return refusalOf(() => {
    const wanted = withCodedSymbols({ ...config, ...change });
    const next = fitted(wanted);
    useAdaptive.setState({ config: next, inspection: fittedInspection(next, inspection) });
    if (next.symbols !== wanted.symbols) sayWholeBlocks(next);
  });
}

function sayWholeBlocks({ code, symbols, training, block }: AdaptiveExperiment): void {
  const changed = code === "none" ? `Packets now have ${symbols} symbols` : `The training now has ${training} symbols`;
  say(`${changed}: equalizers in blocks need packets of whole blocks, which have ${block} symbols each.`);
}

export function editInspection(change: Partial<AdaptiveInspection>): void {
  const { config, inspection } = useAdaptive.getState();
  useAdaptive.setState({ inspection: fittedInspection(config, { ...inspection, ...change }) });
}

/** Adds or removes an equalizer; the last one stays. */
export function toggleEqualizer(name: AdaptiveEqualizerName): void {
  const { config } = useAdaptive.getState();
  if (!choiceRefusal(name, config)) editAdaptive({ equalizers: toggled(EQUALIZER_NAMES, config.equalizers, name) });
}

export const sweep = createSweep({
  experiment: "adaptive",
  of: useAdaptive,
  config: ({ config }) => config,
  doing: "Sweeping Eb/N0",
  adopt: editAdaptive,
});

const askLearning = latestWins(({ config, inspection }: AdaptiveAddress) =>
  worker.ask("adaptive", "learning", config, inspection.ebn0Db),
);
const askPacket = latestWins(({ config, inspection: { ebn0Db, packet } }: AdaptiveAddress) =>
  worker.ask("adaptive", "packet", config, { ebn0Db, packet }),
);
const askBounds = latestWins((config: AdaptiveExperiment) => worker.ask("adaptive", "bounds", config));

const askTrellis = latestWins(({ config, inspection: { ebn0Db, packet, from, steps } }: AdaptiveAddress) =>
  worker.ask("adaptive", "trellis", config, {
    ebn0Db,
    packet,
    from,
    steps: Math.min(steps, config.symbols - from),
  }),
);
const askCarriers = latestWins(({ config, inspection: { ebn0Db, packet } }: AdaptiveAddress) =>
  worker.ask("adaptive", "carriers", config, { ebn0Db, packet }),
);

/** The chosen equalizers have a trellis that is small enough to show. */
export function hasTrellis(config: AdaptiveExperiment): boolean {
  return (
    config.equalizers.includes("mlse") &&
    statesOf(2 ** MODULATIONS[config.modulation], channelOf(config).taps.length / 2) <= MOST_SHOWN_STATES
  );
}

/** One of the chosen equalizers has carriers. */
export const hasCarriers = ({ equalizers }: AdaptiveExperiment): boolean =>
  equalizers.includes("ofdm") || equalizers.includes("ofdm-loaded");

const askTransfer = latestWins(({ config, inspection }: AdaptiveAddress) =>
  worker.ask("adaptive", "transfer", config, inspection.ebn0Db),
);

/** MAP and a decoder exchange what they learn. */
export const hasExchange = (config: AdaptiveExperiment): boolean =>
  config.code !== "none" && config.equalizers.includes("map") && exchangesOf("map", config).some((turn) => turn > 1);

export interface Inspected {
  transfer: { config: AdaptiveExperiment; transfer: TurboTransfer };
  trellis: { config: AdaptiveExperiment; trellis: SequenceTrellis };
  carriers: { config: AdaptiveExperiment; carriers: Carriers };
  packet: { config: AdaptiveExperiment; packet: AdaptivePacket };
  learning: { config: AdaptiveExperiment; learning: Learning };
  bounds: { config: AdaptiveExperiment; bounds: ErrorBounds[] };
}

/** Runs of a parameter, each at one Eb/N0. */
const study = (kind: StudyKind, doing: string) =>
  createRunner({
    experiment: "adaptive",
    run: "study",
    of: useAdaptive,
    config: ({ config, inspection }): StudyConfig => ({
      kind,
      // The points of the sweep have no effect on it.
      config: { ...config, ebn0: ADAPTIVE.defaults.ebn0, esn0: "", snr: "", stopErrors: 0 },
      ebn0Db: inspection.ebn0Db,
    }),
    doing,
    failed: "The study could not be finished.",
  });

export const studies = {
  step: study("step", "Measuring misadjustment"),
  spread: study("spread", "Measuring how long equalizers learn"),
  forgetting: study("forgetting", "Measuring forgetting factors"),
  precision: study("precision", "Waiting for divergence"),
};

const ALL = { packet: true, learning: true, trellis: true, carriers: true, transfer: true, bounds: true };

/** The inspected packet, the learning curves, the trellis and the carriers, and the error rates of theory. */
export const inspected = createLive<AdaptiveAddress, Inspected, Record<keyof Inspected, boolean>, DrawnErrors>({
  of: useAdaptive,
  doing: "Computing the figures",
  failed: "The figures could not be computed.",
  async ask(show, link, parts = ALL) {
    const { config } = link;
    if (parts.learning) {
      const learning = await askLearning(link);
      if (learning) show({ learning: { config, learning } });
    }
    if (parts.packet) {
      const packet = await askPacket(link);
      if (packet) show({ packet: { config, packet } });
    }
    if (parts.trellis && hasTrellis(config)) {
      const trellis = await askTrellis(link);
      if (trellis) show({ trellis: { config, trellis } });
    }
    if (parts.carriers && hasCarriers(config)) {
      const carriers = await askCarriers(link);
      if (carriers) show({ carriers: { config, carriers } });
    }
    if (parts.transfer && hasExchange(config)) {
      const transfer = await askTransfer(link);
      if (transfer) show({ transfer: { config, transfer } });
    }
    if (parts.bounds) {
      const bounds = await askBounds(config);
      if (bounds) show({ bounds: { config, bounds } });
    }
  },
  draws: {
    figures: ["strip", "constellations", "eyes", "learning", "bursts", "bowl", "responses", "taps"],
    which: () => ({ packet: true, learning: true, trellis: false, carriers: false, transfer: false, bounds: false }),
    reseeded: ({ config, ...link }, seedOf) => ({ ...link, config: { ...config, seed: seedOf(config.seed) } }),
    count: ({ learning: { learning } }) =>
      Object.fromEntries(
        learning.curves.map(({ equalizer, errors }) => [equalizer, { errors, trials: learning.bits }]),
      ),
    add: addDrawn,
  },
});

/** What the theory of error rates depends on: neither the equalizers nor their settings. */
export function boundsOf(config: AdaptiveExperiment): unknown {
  const { equalizers: _, training: __, symbols: ___, step: ____, forgetting: _____, seed: ______, ...own } = config;
  return own;
}

/** What the figures of packets depend on: not on the points of the sweep. */
function packetsOf(config: AdaptiveExperiment): unknown {
  const { ebn0: _, esn0: __, snr: ___, stopErrors: ____, ...own } = config;
  return own;
}

/** The lab's session: figures follow every change; the sweep follows on a real GPU only. */
export const adaptive = sweepSession({
  store: useAdaptive,
  encode: encodeAdaptive,
  decode: decodeAdaptive,
  sweep,
  runs: Object.values(studies),
  look: inspected,
  changed(now, before) {
    const all =
      now.inspection.ebn0Db !== before.inspection.ebn0Db || !equal(packetsOf(now.config), packetsOf(before.config));
    const packet = all || now.inspection.packet !== before.inspection.packet;
    const { from, steps } = now.inspection;
    const trellis = packet || from !== before.inspection.from || steps !== before.inspection.steps;
    const bounds = !equal(boundsOf(now.config), boundsOf(before.config));
    if (trellis || bounds)
      void inspected.compute({ packet, learning: all, trellis, carriers: packet, transfer: all, bounds });
  },
  counted(points) {
    const packets = points.reduce((sum, point) => sum + point.frames, 0);
    return packets > 0 ? `${whole(packets)} packets equalized` : undefined;
  },
  runCard: "ber",
  pick(index) {
    if (EQUALIZER_NAMES[index]) toggleEqualizer(EQUALIZER_NAMES[index]);
  },
});
