import { decodersOf, TURBO, type TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { MOST_ITERATIONS } from "#core/codes/turbo/decoding.ts";
import { decodeFields, encodeFields, encodeNumbers, numberFrom, takeNumbers, wholeFrom0 } from "../../kit/link.ts";

/** What is looked at closely, beside the experiment. */
export interface TurboGlass {
  /** The codeword that is taken apart: its Eb/N0 in dB, its index, and the decoder's in `decodersOf`. */
  ebn0Db: number;
  codeword: number;
  decoder: number;
  /** BER at which windows are compared. */
  target: number;
  /** First stage of the trellis that is drawn, and how many. */
  stage: number;
  stages: number;
}

/** What a link to the Turbo lab reproduces. */
export interface TurboLink {
  config: TurboExperiment;
  glass: TurboGlass;
  /** The iteration that is shown of the codeword, 0 for the channel alone; the last one where there are fewer. */
  iteration: number;
  /** Bits that are shown of the codeword: the first, and how many; all of them while undefined. */
  span: readonly [number, number] | undefined;
}

export const DEFAULT_GLASS: TurboGlass = { ebn0Db: 0.5, codeword: 0, decoder: 0, target: 1e-4, stage: 0, stages: 4 };

/** A link's names for what is under the glass, and what they take. */
export const GLASS = {
  at: {
    key: "ebn0Db",
    label: "At Eb/N0",
    description: "The codeword's own Eb/N0, for the figures of one codeword.",
    unit: "dB",
    min: -5,
    max: 30,
    step: 0.1,
    slider: { min: -1, max: 3 },
  },
  codeword: {
    key: "codeword",
    label: "Codeword",
    description: "Its place in the sweep: the same bits and noise as there.",
    ...wholeFrom0(2 ** 24 - 1),
  },
  decoder: { key: "decoder", ...wholeFrom0(11) },
  target: { key: "target", min: 1e-9, max: 0.5 },
  stage: { key: "stage", ...wholeFrom0(6143) },
  stages: { key: "stages", min: 1, max: 12, integer: true },
} as const;

/** A link's fragment: `#turbo?v=1&length=512&windows=8&at=1.5&codeword=3`. */
export function encodeTurbo({ config, glass, iteration, span }: TurboLink): string {
  // Windows that are left out are those that go with the length.
  const defaults = { ...TURBO.defaults, windows: TURBO.parse({ length: config.length }).windows };
  const parts = [...encodeFields({ ...TURBO, defaults }, config), ...encodeNumbers(GLASS, glass, DEFAULT_GLASS)];
  if (iteration > 0) parts.push(`iteration=${iteration}`);
  if (span) parts.push(`bits=${span[0]}-${span[0] + span[1] - 1}`);
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeTurbo(fragment: string): TurboLink {
  const glass = { ...DEFAULT_GLASS };
  let iteration = 0;
  let span: TurboLink["span"];
  const given = decodeFields(TURBO, fragment, {
    ...takeNumbers("turbo", GLASS, glass),
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
  return { config, glass: fittedGlass(config, glass), iteration, span };
}

/** A glass that has something of this experiment under it. */
export function fittedGlass(config: TurboExperiment, glass: TurboGlass): TurboGlass {
  const decoder = Math.min(glass.decoder, decodersOf(config).length - 1);
  const stages = Math.min(glass.stages, config.length);
  return { ...glass, decoder, stages, stage: Math.min(glass.stage, config.length - stages) };
}
