import { windowCounts } from "#core/codes/turbo/decoding.ts";
import { create } from "zustand";
import type { CodewordQuery, CodewordView, TrellisView } from "#core/codes/turbo/experiment/codeword.ts";
import {
  decodersOf,
  TURBO,
  type TurboAlgorithm,
  type TurboExperiment,
} from "#core/codes/turbo/experiment/experiment.ts";
import { latestWins } from "../../../worker/latest.ts";
import { whole } from "../../format.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { lab } from "../../kit/engine.ts";
import { refusalOf } from "../../kit/fields/fields-of.tsx";
import { createLive } from "../../kit/live.ts";
import { createRunner } from "../../kit/run.ts";
import { sweepSession } from "../../kit/sweep-session.ts";
import { decodeTurbo, DEFAULT_GLASS, encodeTurbo, fittedGlass, type TurboGlass, type TurboLink } from "./link.ts";

interface TurboStore extends TurboLink {
  /** Whether the decoders of the thesis's table are timed, or the experiment's. */
  table: boolean;
}

export const useTurbo = create<TurboStore>()(() => ({
  config: TURBO.defaults,
  glass: DEFAULT_GLASS,
  iteration: 0,
  span: undefined,
  table: true,
}));

/** Changes the experiment, and what no longer goes with it: windows that do not divide, a stop by a CRC that is not there. */
export function editExperiment(change: Partial<TurboExperiment>): void {
  const { config, glass } = useTurbo.getState();
  const next = { ...config, ...change };
  if (change.stop === "crc" && next.crc === "none") next.crc = "24A";
  else if (next.crc === "none" && next.stop === "crc") next.stop = "sign";
  if (change.length !== undefined && refusalOf(() => TURBO.parse(next))) {
    next.windows = TURBO.parse({ length: next.length }).windows;
  }
  useTurbo.setState({ config: next, glass: fittedGlass(next, glass), span: undefined });
}

export function editGlass(change: Partial<TurboGlass>): void {
  const { config, glass } = useTurbo.getState();
  useTurbo.setState({ glass: fittedGlass(config, { ...glass, ...change }) });
}

export const ALGORITHMS: readonly TurboAlgorithm[] = ["max-log", "log-map"];

/** Takes an algorithm in or out; the last one stays. */
export function toggleAlgorithm(name: TurboAlgorithm): void {
  const { config } = useTurbo.getState();
  const algorithm = toggled(ALGORITHMS, config.algorithm, name);
  if (!refusalOf(() => TURBO.parse({ ...config, algorithm }))) editExperiment({ algorithm });
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

export const sweep = createRunner({
  experiment: "turbo",
  run: "sweep",
  of: useTurbo,
  config: ({ config }) => config,
  doing: "Sweeping Eb/N0",
  failed: "The sweep could not go on.",
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

/** Which decoders are timed. */
export function chooseTable(table: boolean): void {
  useTurbo.setState({ table });
  throughput.clear();
}

const queryOf = ({ glass: { ebn0Db, codeword, decoder } }: TurboLink): CodewordQuery => ({ ebn0Db, codeword, decoder });
const askView = latestWins((link: TurboLink) => lab.ask("turbo", "codeword", link.config, queryOf(link)));
const askTrellis = latestWins((link: TurboLink) => {
  const { stage: from, stages } = link.glass;
  const last = decodersOf(link.config)[link.glass.decoder].iterations;
  const iteration = Math.max(1, Math.min(link.iteration, last));
  return lab.ask("turbo", "trellis", link.config, queryOf(link), { from, stages, iteration });
});

/** The codeword under the glass, iteration by iteration. */
export const codeword = createLive<{ view: CodewordView; trellis: TrellisView }, [options?: { trellisOnly: boolean }]>({
  doing: "Decoding a codeword",
  failed: "The codeword could not be decoded.",
  async ask(show, { trellisOnly } = { trellisOnly: false }) {
    const link = useTurbo.getState();
    const drawn = askTrellis(link);
    const view = trellisOnly ? undefined : await askView(link);
    if (view) show({ view });
    const trellis = await drawn;
    if (trellis) show({ trellis });
  },
});

/** What the codeword depends on; its trellis does on all that is under the glass. */
const codewordKey = ({ glass }: TurboLink) => JSON.stringify({ ...glass, stage: 0, stages: 0 });

/** The Turbo lab: the codeword under the glass follows every change; the sweep does on a real GPU. */
export const turbo = sweepSession({
  store: useTurbo,
  encode: encodeTurbo,
  decode: decodeTurbo,
  sweep,
  runs: [throughput],
  look: codeword,
  changed(now, before) {
    if (now.config === before.config && now.glass === before.glass && now.iteration === before.iteration) return;
    void codeword.compute({ trellisOnly: now.config === before.config && codewordKey(now) === codewordKey(before) });
  },
  counted(points) {
    const frames = points.reduce((sum, point) => sum + point.frames, 0);
    return frames > 0 ? `${whole(frames)} codewords decoded` : undefined;
  },
  pick(index) {
    if (ALGORITHMS[index]) toggleAlgorithm(ALGORITHMS[index]);
  },
});
