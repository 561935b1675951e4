import { field, type ValuesOf } from "../../configuration/schema.ts";
import { parseRange } from "../../configuration/fields.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts, SAMPLE_TYPE } from "../definition.ts";

/**
 * Returns the known sequence as complex pairs.
 *
 * @throws RangeError when the imaginary parts are neither one number nor as many as the sequence has, or all numbers are 0.
 */
export function knownSequence({ type, sequence, imaginary }: Correlator): number[] {
  const real = parseRange(sequence);
  const others = type === "complex" ? parseRange(imaginary) : [0];
  if (others.length !== 1 && others.length !== real.length) {
    throw new RangeError(
      `correlator: imaginary parts must be one or ${real.length} numbers, as many as the sequence has, got ${others.length}`,
    );
  }
  const pairs = real.flatMap((value, k) => [value, others[k % others.length]]);
  if (pairs.every((value) => value === 0)) throw new RangeError("correlator: the sequence must not be all 0");
  return pairs;
}

const fields = {
  type: SAMPLE_TYPE,
  sequence: field.range(
    "Sequence",
    "The known samples with commas between them; their real parts, for complex samples.",
    { default: "1,1,1,1,1,-1,-1,1,1,-1,1,-1,1", min: -1e6, max: 1e6 },
  ),
  imaginary: field.range(
    "Imaginary parts",
    "As many numbers as the sequence has, or one number for all. Real samples ignore it.",
    { default: "0", min: -1e6, max: 1e6 },
  ),
};

export type Correlator = ValuesOf<typeof fields>;

export const correlator = defineBlock({
  title: "Correlator",
  category: "synchronization",
  summary:
    "Compares the latest samples with a known sequence: 1 where they are equal up to a factor, near 0 elsewhere.",
  formula: "y[n] = |Σ_k x[n−L+1+k]·s*[k]| / √(Σ_k |x[n−L+1+k]|² · Σ_k |s[k]|²), k = 0 … L − 1",
  help:
    "The peak marks the last sample of the sequence. Gain and carrier phase do not matter. " +
    "A frequency offset turns the phase along the sequence and lowers the peak. Numbers that are NaN or infinite count as zero.",
  keywords: ["digital_corr_est_cc", "access code", "preamble", "matched filter", "sync word"],
  fields,
  ports: ({ type }) => typedPorts({ in: type }, { out: "real" }),
  plan: async () => (await import("./correlator.plan.ts")).createCorrelator,
});
