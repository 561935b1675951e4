import {
  type DecoderChoice,
  decodersOf,
  type TurboAlgorithm,
  type TurboExperiment,
} from "#core/codes/turbo/experiment/experiment.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { CROSS, HEXAGON, PENTAGON, STAR } from "../../figures/shapes.ts";

/** The name, colour and shape of a decoder in every figure. */
export interface DecoderStyle {
  /** A name that differs from the experiment's other decoders, e.g. "P = 96"; its algorithm where there is one decoder. */
  short: string;
  /** See {@link decoderName}; figures read `of`. */
  name: string;
  of: string;
  colour: `--${string}`;
  symbol: string;
  shape: string;
}

export const ALGORITHM_NAMES: Readonly<Record<TurboAlgorithm, string>> = { "max-log": "max-log", "log-map": "log-MAP" };

const { grey, amber, blue, green, orange, pink } = LOOKS;

/** Styles of an algorithm's decoders in turn. Max-log starts with warm colours, log-MAP with cool ones; no pair of colour and shape repeats. */
const STYLES: Readonly<Record<TurboAlgorithm, readonly Look[]>> = {
  "max-log": [
    orange,
    amber,
    pink,
    grey,
    { ...green, ...PENTAGON },
    { ...blue, ...PENTAGON },
    { ...orange, ...HEXAGON },
    { ...amber, ...HEXAGON },
    { ...pink, ...HEXAGON },
    { ...grey, ...HEXAGON },
    { ...green, ...HEXAGON },
    { ...blue, ...HEXAGON },
  ],
  "log-map": [
    blue,
    green,
    { ...grey, ...STAR },
    { ...pink, ...STAR },
    { ...amber, ...STAR },
    { ...orange, ...STAR },
    { ...blue, ...CROSS },
    { ...green, ...CROSS },
    { ...grey, ...CROSS },
    { ...pink, ...CROSS },
    { ...amber, ...CROSS },
    { ...orange, ...CROSS },
  ],
};

/** A decoder's full name: "max-log × 0.75, P = 96, 6 iterations". */
export function decoderName({ algorithm, windows, iterations, scale }: DecoderChoice): string {
  return `${ALGORITHM_NAMES[algorithm]}${scale === 1 ? "" : ` × ${scale}`}, P = ${windows}, ${iterations} iterations`;
}

/** The decoders of an experiment, in their order. */
export function decoderStyles(config: TurboExperiment): DecoderStyle[] {
  const decoders = decodersOf(config);
  const varies = (name: keyof DecoderChoice) => new Set(decoders.map((decoder) => decoder[name])).size > 1;
  const many = { algorithm: varies("algorithm"), windows: varies("windows"), iterations: varies("iterations") };
  const seen = { "max-log": 0, "log-map": 0 };
  return decoders.map(({ algorithm, windows, iterations, scale }) => {
    const { colour, symbol, shape } = STYLES[algorithm][seen[algorithm]++];
    const title = ALGORITHM_NAMES[algorithm];
    const parts = [many.algorithm && title, many.windows && `P = ${windows}`, many.iterations && `${iterations} it.`];
    const name = decoderName({ algorithm, windows, iterations, scale });
    return { short: parts.filter(Boolean).join(", ") || title, name, of: name, colour, symbol, shape };
  });
}
