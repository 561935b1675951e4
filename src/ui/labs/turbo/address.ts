import { decodersOf, TURBO, type TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { MOST_ITERATIONS } from "#core/codes/turbo/decoding.ts";
import { decodeFields, encodeFields, encodeNumbers, numberFrom, takeNumbers, wholeFrom0 } from "../../kit/address.ts";

/** The codeword, decoder and trellis stages to inspect. */
export interface TurboInspection {
  /** The codeword: its Eb/N0 in dB, its index, and the index of its decoder in `decodersOf`. */
  ebn0Db: number;
  codeword: number;
  decoder: number;
  /** BER at which to compare windows. */
  target: number;
  /** First stage of the trellis, and number of stages. */
  stage: number;
  stages: number;
}

/** The state that a link to the Turbo lab reproduces. */
export interface TurboAddress {
  config: TurboExperiment;
  inspection: TurboInspection;
  /** The iteration to show, 0 for the channel alone; larger values show the last one. */
  iteration: number;
  /** Range of bits to show: the first, and their number; undefined for all. */
  span: readonly [number, number] | undefined;
}

export const DEFAULT_INSPECTION: TurboInspection = {
  ebn0Db: 0.5,
  codeword: 0,
  decoder: 0,
  target: 1e-4,
  stage: 0,
  stages: 4,
};

/** The fields of an inspection, by their names in a link. */
export const INSPECTION = {
  at: {
    key: "ebn0Db",
    label: "At Eb/N0",
    description: "Eb/N0 of the inspected codeword.",
    unit: "dB",
    min: -5,
    max: 30,
    step: 0.1,
    slider: { min: -1, max: 3 },
  },
  codeword: {
    key: "codeword",
    label: "Codeword",
    description: "Index of the codeword in the sweep, with the same bits and noise.",
    ...wholeFrom0(2 ** 24 - 1),
  },
  decoder: { key: "decoder", ...wholeFrom0(11) },
  target: { key: "target", min: 1e-9, max: 0.5 },
  stage: { key: "stage", ...wholeFrom0(6143) },
  stages: { key: "stages", min: 1, max: 12, integer: true },
} as const;

/** A link's fragment: `#turbo?v=1&length=512&windows=8&at=1.5&codeword=3`. */
export function encodeTurbo({ config, inspection, iteration, span }: TurboAddress): string {
  // Windows left out of the link get their default for the length.
  const defaults = { ...TURBO.defaults, windows: TURBO.parse({ length: config.length }).windows };
  const parts = [
    ...encodeFields({ ...TURBO, defaults }, config),
    ...encodeNumbers(INSPECTION, inspection, DEFAULT_INSPECTION),
  ];
  if (iteration > 0) parts.push(`iteration=${iteration}`);
  if (span) parts.push(`bits=${span[0]}-${span[0] + span[1] - 1}`);
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeTurbo(fragment: string): TurboAddress {
  const inspection = { ...DEFAULT_INSPECTION };
  let iteration = 0;
  let span: TurboAddress["span"];
  const given = decodeFields(TURBO, fragment, {
    ...takeNumbers("turbo", INSPECTION, inspection),
    iteration(text) {
      iteration = numberFrom("turbo", "iteration", text, wholeFrom0(MOST_ITERATIONS));
    },
    bits(text) {
      const [, first, last] = (/^(\d+)-(\d+)$/.exec(text) ?? []).map(Number);
      if (!(last >= first)) throw new RangeError(`turbo: bits must be FIRST-LAST, got "${text}"`);
      span = [first, last - first + 1];
    },
  });
  const config = TURBO.parse(given);
  if (span && span[0] + span[1] > config.length) span = undefined;
  return { config, inspection: fittedInspection(config, inspection), iteration, span };
}

/** An inspection limited to what the experiment has. */
export function fittedInspection(config: TurboExperiment, inspection: TurboInspection): TurboInspection {
  const decoder = Math.min(inspection.decoder, decodersOf(config).length - 1);
  const stages = Math.min(inspection.stages, config.length);
  return { ...inspection, decoder, stages, stage: Math.min(inspection.stage, config.length - stages) };
}
