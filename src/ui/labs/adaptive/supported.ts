import { type AdaptiveEqualizerName, EQUALIZER_NAMES } from "#core/adaptive/equalizers.ts";
import { withCodedSymbols } from "#core/adaptive/experiment/coding.ts";
import {
  ADAPTIVE,
  type AdaptiveExperiment,
  channelOf,
  equalizerRefusal,
  withWholeBlocks,
} from "#core/adaptive/experiment/experiment.ts";
import type { FieldName } from "#core/configuration/fields.ts";
import { refusalOf } from "../../kit/fields/fields-of.tsx";

/** The reason why an equalizer does not support an experiment; undefined where it does. */
const refusalFor = (name: AdaptiveEqualizerName, config: AdaptiveExperiment): string | undefined =>
  equalizerRefusal(name, config, channelOf(config));

/** Returns an experiment in which an equalizer works: packets may have to hold whole blocks. Undefined if it does not support the experiment. */
function supporting(name: AdaptiveEqualizerName, config: AdaptiveExperiment): AdaptiveExperiment | undefined {
  if (!refusalFor(name, config)) return config;
  const whole = withWholeBlocks(config);
  return refusalFor(name, whole) ? undefined : whole;
}

/** The reason why an equalizer cannot be chosen; undefined where it can. */
export const choiceRefusal = (name: AdaptiveEqualizerName, config: AdaptiveExperiment): string | undefined =>
  supporting(name, config) ? undefined : refusalFor(name, config);

/**
 * Returns an experiment without the equalizers that do not support it. The list of equalizers says why. Packets grow to whole blocks where
 * an equalizer needs them.
 *
 * @throws RangeError or TypeError about a field.
 */
export function fitted(given: AdaptiveExperiment): AdaptiveExperiment {
  const coded = withCodedSymbols(given);
  const wanted = coded.equalizers.map((name) => supporting(name, coded)).find((one) => one && one !== coded) ?? coded;
  const supported = (names: readonly AdaptiveEqualizerName[]) => names.filter((name) => !refusalFor(name, wanted));
  const kept = supported(wanted.equalizers);
  const equalizers = kept.length > 0 ? kept : supported(["lms", ...EQUALIZER_NAMES]).slice(0, 1);
  // Only MAP takes what a decoder knows.
  const outer = equalizers.includes("map") ? wanted.outer : ADAPTIVE.defaults.outer;
  return ADAPTIVE.parse({ ...wanted, equalizers, outer });
}

/**
 * Why a field cannot have a value; undefined if it can. Equalizers that do not support it leave, and their list says why. A number of symbols
 * that equalizers in blocks do not take is refused.
 */
export const refusalOfValue = (
  name: FieldName<AdaptiveExperiment>,
  value: unknown,
  config: AdaptiveExperiment,
): string | undefined =>
  refusalOf(() => {
    const wanted = withCodedSymbols({ ...config, [name]: value });
    const { symbols } = fitted(wanted);
    if ((name !== "symbols" && name !== "training") || symbols === wanted.symbols) return;
    const refused = wanted.equalizers.find((one) => supporting(one, wanted) !== wanted) ?? wanted.equalizers[0];
    throw new RangeError(`adaptive: ${refused} ${refusalFor(refused, wanted)}`);
  });
