import { TURBO_INSPECTION } from "#core/codes/turbo/experiment/inspection.ts";
import { decodersOf, TURBO, type TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { MOST_ITERATIONS } from "#core/codes/turbo/decoding.ts";
import {
  decodeFields,
  defaultNumbers,
  encodeFields,
  encodeNumbers,
  numberFrom,
  type NumbersOf,
  takeNumbers,
  wholeFrom0,
} from "#core/configuration/address.ts";

/** The codeword, decoder and trellis stages to inspect. */
export type TurboInspection = NumbersOf<typeof TURBO_INSPECTION>;

export const DEFAULT_INSPECTION = defaultNumbers(TURBO_INSPECTION);

/** The state that a link to the Turbo lab reproduces. */
export interface TurboAddress {
  config: TurboExperiment;
  inspection: TurboInspection;
  /** The iteration to show, 0 for the channel alone; larger values show the last one. */
  iteration: number;
  /** Range of bits to show: the first, and their number; undefined for all. */
  span: readonly [number, number] | undefined;
}

/** A link's fragment: `#turbo?v=1&length=512&windows=8&at=1.5&codeword=3`. */
export function encodeTurbo({ config, inspection, iteration, span }: TurboAddress): string {
  // Windows left out of the link get their default for the length.
  const defaults = { ...TURBO.defaults, windows: TURBO.parse({ length: config.length }).windows };
  const parts = [...encodeFields({ ...TURBO, defaults }, config), ...encodeNumbers(TURBO_INSPECTION, inspection)];
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
    ...takeNumbers("turbo", TURBO_INSPECTION, inspection),
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
