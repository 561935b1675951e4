import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, EQUALIZER_NAMES } from "#core/adaptive/equalizers.ts";
import { type AdaptiveExperiment, adaptiveReceivers, exchangesOf } from "#core/adaptive/experiment/experiment.ts";
import type { AdaptivePoint } from "#core/adaptive/experiment/sweep.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { CIRCLE, CROSS, DIAMOND, HEXAGON, PENTAGON, SQUARE, STAR, TRIANGLE } from "../../figures/shapes.ts";

/** The name, colour and shape of an equalizer in every figure. */
export interface EqualizerStyle extends Look {
  short: string;
  /** What it does, in one sentence. */
  about: string;
  of: AdaptiveEqualizerName;
}

const { amber, blue, green, orange, pink, grey } = LOOKS;
const [teal, yellow] = [{ colour: "--response" }, { colour: "--yellow" }] as const;

/** Looks by name. A colour is a family: decision feedback is pink, LMS orange, RLS teal, FDE yellow. ZF, MMSE and CMA look as in other labs. */
const OWN: Readonly<Record<string, Look>> = {
  mmse: blue,
  zf: amber,
  dfe: pink,
  "dfe-genie": { ...pink, ...STAR },
  lms: orange,
  nlms: { ...orange, ...HEXAGON },
  rls: { ...teal, ...CIRCLE },
  "dfe-lms": { ...orange, ...CROSS },
  "dfe-rls": { ...teal, ...CROSS },
  cma: green,
  mma: { ...green, ...PENTAGON },
  mlse: { ...grey, ...STAR },
  "m-algorithm": { ...amber, ...STAR },
  map: { ...grey, ...DIAMOND },
  fde: { ...yellow, ...TRIANGLE },
  "fde-zf": { ...yellow, ...SQUARE },
  "fde-overlap": { ...yellow, ...STAR },
  ofdm: { ...blue, ...CROSS },
  "ofdm-loaded": { ...pink, ...HEXAGON },
};

/** Looks of equalizers without an own one, in turn. No pair of colour and shape repeats one above. */
const FURTHER: readonly Look[] = [
  { ...grey, ...PENTAGON },
  { ...amber, ...HEXAGON },
  { ...green, ...STAR },
  { ...blue, ...HEXAGON },
  { ...grey, ...CROSS },
];

const others = EQUALIZER_NAMES.filter((name) => !OWN[name]);

/** The style of an equalizer. */
export function styleOf(name: AdaptiveEqualizerName): EqualizerStyle {
  const { title, summary } = ADAPTIVE_EQUALIZERS[name];
  const look = OWN[name] ?? FURTHER[others.indexOf(name) % FURTHER.length];
  return { ...look, short: title, about: summary, of: name };
}

/** A receiver's name in the points of a sweep. */
export const receiverKey = ({ equalizer, outer }: Pick<AdaptivePoint, "equalizer" | "outer">) =>
  `${equalizer} ${outer}`;

/** The styles of all receivers. The dash pattern has a dot for each outer iteration after the first, and the number is beside the curve. */
export function receiverStyles(config: AdaptiveExperiment) {
  return adaptiveReceivers(config).map(({ equalizer, outer }) => {
    const style = { ...styleOf(equalizer), key: receiverKey({ equalizer, outer }) };
    const isOne = exchangesOf(equalizer, config).length === 1;
    if (isOne) return style;
    const dash = outer > 1 ? `10px,3px${",2px,3px".repeat(Math.min(4, outer - 1))}` : undefined;
    return { ...style, short: `${style.short}, outer ${outer}`, dash, label: String(outer) };
  });
}

/** The style of a curve with few markers. */
export function curveOf(name: AdaptiveEqualizerName) {
  const { short, colour, symbol, of } = styleOf(name);
  return { name: short, colour, symbol, of, size: 6, most: 9 };
}
