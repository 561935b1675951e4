import { ADAPTIVE, type AdaptiveExperiment } from "#core/adaptive/experiment/experiment.ts";
import {
  decodeFields,
  defaultNumbers,
  encodeFields,
  encodeNumbers,
  type NumbersOf,
  takeNumbers,
  wholeFrom0,
} from "#core/configuration/address.ts";

/** The fields of an inspection, by their names in a link. */
export const INSPECTION = {
  packet: {
    key: "packet",
    label: "Packet",
    description: "Index of the packet in the sweep, with the same symbols, channel and noise.",
    ...wholeFrom0(2 ** 24 - 1),
  },
  at: {
    key: "ebn0Db",
    default: 14,
    label: "At Eb/N0",
    description: "Eb/N0 of the learning curves and of the packet.",
    unit: "dB",
    min: -20,
    max: 60,
    step: 0.5,
    slider: { min: 0, max: 30 },
  },
  /** Number of the equalizer whose taps are shown, among the chosen ones. */
  shown: { key: "shown", ...wholeFrom0(63) },
  /** Bit error rate at which to compare equalizers. */
  target: { key: "target", default: 1e-3, min: 1e-9, max: 0.5 },
} as const;

/** The packet and the equalizer to inspect. */
export type AdaptiveInspection = NumbersOf<typeof INSPECTION>;

export const DEFAULT_INSPECTION = defaultNumbers(INSPECTION);

/** The state that a link to the lab reproduces. */
export interface AdaptiveAddress {
  config: AdaptiveExperiment;
  inspection: AdaptiveInspection;
}

/** The step size has another name in links: “step” is the page's, for lectures. */
const MU = "mu";

/** A link's fragment: `#adaptive?v=1&channel=proakis-c&mu=0.02&packet=3&at=12`. */
export function encodeAdaptive({ config, inspection }: AdaptiveAddress): string {
  const parts = encodeFields(ADAPTIVE, config, ["step"]);
  if (config.step !== ADAPTIVE.defaults.step) parts.push(`${MU}=${config.step}`);
  return `#${config.lab}?${[...parts, ...encodeNumbers(INSPECTION, inspection)].join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeAdaptive(fragment: string): AdaptiveAddress {
  const inspection = { ...DEFAULT_INSPECTION };
  let { step } = ADAPTIVE.defaults;
  const given = decodeFields(ADAPTIVE, fragment, {
    ...takeNumbers("adaptive", INSPECTION, inspection),
    [MU]: (text) => (step = Number(text)),
  });
  const config = ADAPTIVE.parse({ step, ...given });
  return { config, inspection: fittedInspection(config, inspection) };
}

/** An inspection limited to what the experiment has. */
export const fittedInspection = (config: AdaptiveExperiment, inspection: AdaptiveInspection): AdaptiveInspection => ({
  ...inspection,
  shown: Math.min(inspection.shown, config.equalizers.length - 1),
});
