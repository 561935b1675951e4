import type { Field } from "#core/configuration/fields.ts";
import { ADAPTIVE_INSPECTION } from "#core/adaptive/experiment/inspection.ts";
import { ADAPTIVE, type AdaptiveExperiment } from "#core/adaptive/experiment/experiment.ts";
import {
  decodeFields,
  defaultNumbers,
  encodeFields,
  encodeNumbers,
  numberFrom,
  type NumbersOf,
  takeNumbers,
} from "#core/configuration/address.ts";

/** The packet and the equalizer to inspect. */
export type AdaptiveInspection = NumbersOf<typeof ADAPTIVE_INSPECTION>;

export const DEFAULT_INSPECTION = defaultNumbers(ADAPTIVE_INSPECTION);

/** The state that a link to the lab reproduces. */
export interface AdaptiveAddress {
  config: AdaptiveExperiment;
  inspection: AdaptiveInspection;
}

/** The step size has another name in links: “step” is the page's, for lectures. */
const MU = "mu";
const STEP = ADAPTIVE.fields.step as Extract<Field, { kind: "number" }>;

/** A link's fragment: `#adaptive?v=1&channel=proakis-c&mu=0.02&packet=3&at=12`. */
export function encodeAdaptive({ config, inspection }: AdaptiveAddress): string {
  // A code sets the number of symbols.
  const parts = encodeFields(ADAPTIVE, config, config.code === "none" ? ["step"] : ["step", "symbols"]);
  if (config.step !== ADAPTIVE.defaults.step) parts.push(`${MU}=${config.step}`);
  return `#${config.lab}?${[...parts, ...encodeNumbers(ADAPTIVE_INSPECTION, inspection)].join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeAdaptive(fragment: string): AdaptiveAddress {
  const inspection = { ...DEFAULT_INSPECTION };
  let { step } = ADAPTIVE.defaults;
  const given = decodeFields(ADAPTIVE, fragment, {
    ...takeNumbers("adaptive", ADAPTIVE_INSPECTION, inspection),
    [MU]: (text) => (step = numberFrom("adaptive", MU, text, STEP)),
  });
  const config = ADAPTIVE.parse({ step, ...given });
  return { config, inspection: fittedInspection(config, inspection) };
}

/** An inspection limited to what the experiment has. */
export const fittedInspection = (config: AdaptiveExperiment, inspection: AdaptiveInspection): AdaptiveInspection => ({
  ...inspection,
  shown: Math.min(inspection.shown, config.equalizers.length - 1),
  from: Math.max(0, Math.min(inspection.from, config.symbols - inspection.steps)),
});
