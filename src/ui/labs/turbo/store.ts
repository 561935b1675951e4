import { windowCounts } from "#core/codes/turbo/decoding.ts";
import { create } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import type { CodewordQuery, CodewordView, CodewordTrellis } from "#core/codes/turbo/experiment/codeword.ts";
import {
  loneCodeword,
  decodersOf,
  TURBO,
  type TurboAlgorithm,
  type TurboExperiment,
} from "#core/codes/turbo/experiment/experiment.ts";
import { latestWins } from "../../../worker/latest.ts";
import { whole } from "../../format.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { worker } from "../../kit/engine.ts";
import { refusalOf } from "../../kit/fields/fields-of.tsx";
import { addDrawn, createLive, type DrawnErrors } from "../../kit/live.ts";
import { createRunner } from "../../kit/run.ts";
import { createSweep } from "../../kit/sweep.ts";
import { sweepSession } from "../../kit/sweep-session.ts";
import {
  decodeTurbo,
  DEFAULT_INSPECTION,
  encodeTurbo,
  fittedInspection,
  type TurboInspection,
  type TurboAddress,
} from "./address.ts";

interface TurboStore extends TurboAddress {
  /** True to time the decoders of the published table, false for the experiment's. */
  table: boolean;
}

export const useTurbo = create<TurboStore>()(() => ({
  config: TURBO.defaults,
  inspection: DEFAULT_INSPECTION,
  iteration: 0,
  span: undefined,
  table: true,
}));

/** Changes the experiment and corrects fields that no longer fit: windows that do not divide the length, a stop by a missing CRC. */
export function editExperiment(change: Partial<TurboExperiment>): void {
  const { config, inspection } = useTurbo.getState();
  const next = { ...config, ...change };
  if (change.stop === "crc" && next.crc === "none") next.crc = "24A";
  else if (next.crc === "none" && next.stop === "crc") next.stop = "sign";
  if (change.length !== undefined && refusalOf(() => TURBO.parse(next))) {
    next.windows = TURBO.parse({ length: next.length }).windows;
  }
  useTurbo.setState({ config: next, inspection: fittedInspection(next, inspection), span: undefined });
}

export function editInspection(change: Partial<TurboInspection>): void {
  const { config, inspection } = useTurbo.getState();
  useTurbo.setState({ inspection: fittedInspection(config, { ...inspection, ...change }) });
}

export const ALGORITHMS: readonly TurboAlgorithm[] = ["max-log", "log-map"];

/** Adds or removes an algorithm; the last one stays. */
export function toggleAlgorithm(name: TurboAlgorithm): void {
  const { config } = useTurbo.getState();
  const algorithm = toggled(ALGORITHMS, config.algorithm, name);
  if (!refusalOf(() => TURBO.parse({ ...config, algorithm }))) editExperiment({ algorithm });
}

/** Numbers of windows to compare: the published ones where they divide the length, else some that do. */
export function comparedWindows(length: number): number[] {
  const counts = windowCounts(length);
  const published = [1, 32, 64, 96, 128].filter((count) => counts.includes(count));
  if (published.length > 2) return published;
  const most = counts.filter((count) => length / count >= 8);
  const step = Math.max(1, (most.length - 1) / 4);
  return [...new Set([0, 1, 2, 3, 4].map((i) => most[Math.min(most.length - 1, Math.round(i * step))]))];
}

export const sweep = createSweep({
  experiment: "turbo",
  of: useTurbo,
  config: ({ config }) => config,
  doing: "Sweeping Eb/N0",
  adopt: editExperiment,
});

export const throughput = createRunner({
  experiment: "turbo",
  run: "throughput",
  of: useTurbo,
  config: ({ config }) => config,
  begin: (config) => ({ config, table: useTurbo.getState().table }),
  doing: "Timing the decoders",
  failed: "The decoders could not be timed.",
});

/** The latency of one codeword with the inspected decoder. */
export const latency = createRunner({
  experiment: "turbo",
  run: "latency",
  of: useTurbo,
  config: ({ config, inspection }) => loneCodeword(config, inspection.decoder),
  doing: "Timing one codeword",
  failed: "The codeword could not be timed.",
});

/** Chooses the decoders to time. */
export function chooseTable(table: boolean): void {
  useTurbo.setState({ table });
  throughput.clear();
}

const queryOf = ({ inspection: { ebn0Db, codeword, decoder } }: TurboAddress): CodewordQuery => ({
  ebn0Db,
  codeword,
  decoder,
});
const askView = latestWins((link: TurboAddress) => worker.ask("turbo", "codeword", link.config, queryOf(link)));
const askTrellis = latestWins((link: TurboAddress) => {
  const { stage: from, stages } = link.inspection;
  const last = decodersOf(link.config)[link.inspection.decoder].iterations;
  const iteration = Math.max(1, Math.min(link.iteration, last));
  return worker.ask("turbo", "trellis", link.config, queryOf(link), { from, stages, iteration });
});

export interface Inspected {
  view: CodewordView;
  trellis: CodewordTrellis;
}

/** The inspected codeword, iteration by iteration. */
export const codeword = createLive<TurboAddress, Inspected, { trellisOnly: boolean }, DrawnErrors>({
  of: useTurbo,
  doing: "Decoding a codeword",
  failed: "The codeword could not be decoded.",
  async ask(show, link, { trellisOnly } = { trellisOnly: false }) {
    // The trellis is ready first.
    await Promise.all([
      askTrellis(link).then((trellis) => trellis && show({ trellis })),
      trellisOnly || askView(link).then((view) => view && show({ view })),
    ]);
  },
  draws: {
    figures: ["strip", "codeword", "exit", "trellis"],
    reseeded: ({ config, ...link }, seedOf) => ({ ...link, config: { ...config, seed: seedOf(config.seed) } }),
    // The wrong bits of the inspected decoder after its last iteration.
    count: ({ view: { query, errors, bits } }) => ({
      [query.decoder]: { errors: errors.at(-1)!, trials: bits.length },
    }),
    add: addDrawn,
  },
});

/** The fields that the codeword depends on; its trellis depends on all fields of the inspection. */
const codewordOf = ({ inspection }: TurboAddress) => ({ ...inspection, stage: 0, stages: 0 });

/** The Turbo lab: the inspected codeword follows every change; the sweep follows on a real GPU only. */
export const turbo = sweepSession({
  store: useTurbo,
  encode: encodeTurbo,
  decode: decodeTurbo,
  sweep,
  runs: [throughput, latency],
  look: codeword,
  changed(now, before) {
    if (now.config === before.config && now.inspection === before.inspection && now.iteration === before.iteration)
      return;
    void codeword.compute({ trellisOnly: now.config === before.config && equal(codewordOf(now), codewordOf(before)) });
  },
  counted(points) {
    const frames = points.reduce((sum, point) => sum + point.frames, 0);
    return frames > 0 ? `${whole(frames)} codewords decoded` : undefined;
  },
  runCard: "ber",
  pick(index) {
    if (ALGORITHMS[index]) toggleAlgorithm(ALGORITHMS[index]);
  },
});
