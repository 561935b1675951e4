import { outputs } from "#core/adaptive/experiment/outputs.ts";
import { type FixedName, knownTaps } from "#core/adaptive/experiment/known-taps.ts";
import { learning, shownPoint } from "#core/adaptive/experiment/learning.ts";
import { packet, trellis } from "#core/adaptive/experiment/packet.ts";
import { ADAPTIVE, type AdaptiveExperiment, channelOf } from "#core/adaptive/experiment/experiment.ts";
import { type AdaptiveEqualizerName } from "#core/adaptive/equalizers.ts";
import { newStudy, runStudy, type StudyKind } from "#core/adaptive/experiment/study.ts";
import { adaptiveSweep } from "#core/adaptive/experiment/sweep.ts";
import { theoryOf } from "#core/adaptive/experiment/theory.ts";
import { transfer } from "#core/adaptive/experiment/transfer.ts";
import { testGpu } from "#core/gpu/testing.ts";
import { sweepToEnd } from "#core/measurement/testing.ts";
import { testContext } from "#core/testing.ts";
import { fixed, plain } from "../../format.ts";
import { decodeAdaptive } from "./address.ts";

export { settledAt } from "#core/adaptive/experiment/study.ts";

/** What tests compare with the texts of a step: each value for its scenario, or after a change. */
export function seen(scenario: string) {
  const { config, inspection } = decodeAdaptive(`#${scenario}`);
  const at = inspection.ebn0Db;
  const changed = (change: Partial<AdaptiveExperiment>) => ADAPTIVE.parse({ ...config, ...change });
  const here = (change: Partial<AdaptiveExperiment>, ebn0Db: number) =>
    changed({ ...change, ebn0: String(ebn0Db), esn0: "", snr: "" });
  return {
    config,
    at,
    /** The channel’s taps, their real parts. */
    taps: (change: Partial<AdaptiveExperiment> = {}) =>
      [...channelOf(changed(change)).taps].filter((_, part) => part % 2 === 0),
    theory: (change: Partial<AdaptiveExperiment> = {}, ebn0Db = at) => theoryOf(here(change, ebn0Db))[0],
    /** The taps of an equalizer for the known channel. */
    solved(name: FixedName, change: Partial<AdaptiveExperiment> = {}, ebn0Db = at) {
      const one = changed(change);
      return knownTaps(name, one, channelOf(one), shownPoint(one, ebn0Db).snrDb);
    },
    /** What the lab answers to a question. */
    async output(name: string) {
      const { context } = await testContext();
      const output = await outputs.evaluate(context, scenario, name);
      return output.kind === "curve" ? Number.NaN : Number(output.value);
    },
    /** The inspected packet. */
    packet: async (change: Partial<AdaptiveExperiment> = {}, ebn0Db = at, number = inspection.packet) =>
      packet(await testGpu(), changed(change), { ebn0Db, packet: number }),
    /** The inspected steps of the trellis of MLSE. */
    async trellis() {
      const { packet: number, from, steps } = inspection;
      return trellis(await testGpu(), config, { ebn0Db: at, packet: number, from, steps });
    },
    /** The exchange between MAP and the decoder, and their curves. */
    transfer: async (change: Partial<AdaptiveExperiment> = {}, ebn0Db = at) =>
      (await transfer(await testGpu(), changed(change), ebn0Db, 2 ** 13))!,
    /** The learning curves. */
    learning: async (change: Partial<AdaptiveExperiment> = {}, ebn0Db = at) =>
      learning(await testGpu(), changed(change), ebn0Db),
    /** A point of the sweep at the inspected Eb/N0. */
    async point(equalizer: AdaptiveEqualizerName, change: Partial<AdaptiveExperiment> = {}, ebn0Db = at) {
      const { results } = await sweepToEnd(adaptiveSweep, here({ ...change, equalizers: [equalizer] }, ebn0Db));
      return results.at(-1)!;
    },
    /** All rows of a study. */
    async study(kind: StudyKind, change: Partial<AdaptiveExperiment> = {}) {
      const begin = newStudy({ kind, config: changed(change), ebn0Db: at });
      let { results } = begin;
      for await (const { state } of runStudy(await testGpu(), begin, new AbortController())) results = state.results;
      return results;
    },
  };
}

export type Seen = ReturnType<typeof seen>;
/** Words that the step's texts must contain, or a fact. */
type Claim = string | boolean;

/** The claims of a step. */
export interface StepClaims {
  /** Closed forms. */
  known?: (see: Seen) => Claim[];
  /** What its figures measure. */
  measured?: (see: Seen) => Promise<Claim[]>;
}

/** The claims by step: "nyquist-and-the-eye, step 1". */
export type ClaimTable = Readonly<Record<string, StepClaims>>;

export const toDb = (power: number): number => 10 * Math.log10(power);
export const decibels = (db: number): number => 10 ** (db / 10);
export const percent = (share: number): string => `${Math.round(100 * share)} %`;
/** A number as texts write it, with a true minus sign. */
export const minus = (value: number, digits?: number): string =>
  digits === undefined ? plain(value) : fixed(value, digits);

/** Whether a value that a text rounds is within a tolerance. */
export const near = (value: number, told: number, within: number): boolean => Math.abs(value - told) <= within;

/** The gain |H|² at N equally spaced frequencies. */
export const gainsOf = (taps: readonly number[], length: number): number[] =>
  Array.from({ length }, (_, k) => {
    const at = (wave: (angle: number) => number) =>
      taps.reduce((sum, tap, l) => sum + tap * wave((2 * Math.PI * k * l) / length), 0);
    return at(Math.cos) ** 2 + at(Math.sin) ** 2;
  });

/** SNRs of equalizers with any number of taps, as factors, by sums over many frequencies. */
export function infinite(taps: readonly number[], snr: number): { mmse: number; dfe: number } {
  const powers = gainsOf(taps, 2 ** 16).map((gain) => snr * gain);
  const mean = (of: (power: number) => number) => powers.reduce((sum, power) => sum + of(power), 0) / powers.length;
  return { mmse: 1 / mean((s) => 1 / (1 + s)) - 1, dfe: Math.exp(mean((s) => Math.log(1 + s))) - 1 };
}

export const PROAKIS_C = [0.227, 0.46, 0.688, 0.46, 0.227];
/** γ of BPSK or QPSK at 12 dB on real taps: 3 dB more. */
export const GAMMA: number = decibels(12 + toDb(2));

/** Numbers of errors, or rates, of equalizers at the step's Eb/N0. */
export async function ratesOf(
  { point }: Seen,
  names: readonly AdaptiveEqualizerName[],
  change: Partial<AdaptiveExperiment> = {},
  at?: number,
): Promise<Record<AdaptiveEqualizerName, number>> {
  const rates: Partial<Record<AdaptiveEqualizerName, number>> = {};
  for (const name of names) rates[name] = (await point(name, change, at)).ber!;
  return rates as Record<AdaptiveEqualizerName, number>;
}
