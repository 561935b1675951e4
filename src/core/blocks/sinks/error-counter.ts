import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

/** Largest delay that is searched, to both sides. */
export const MOST_DELAY = 65536;

const fields = {
  alignment: field.choice(
    "Alignment",
    "Whether the counter finds the delay, or takes the given one.",
    ["find", "given"],
    { default: "find" },
  ),
  delay: field.whole("Delay", "Bits by which “b” is late; used if the alignment is given.", {
    default: 0,
    unit: "bits",
    min: -MOST_DELAY,
    max: MOST_DELAY,
  }),
  unit: field.whole(
    "Unit",
    "Bits whose errors may depend on each other, for the interval. 1: all bits are independent.",
    { default: 1, unit: "bits", min: 1, max: 1e6 },
  ),
};

export type ErrorCounter = ValuesOf<typeof fields>;

export const errorCounter = defineBlock({
  title: "Error counter",
  category: "sinks",
  summary: "Compares received bits with the bits sent, and gives the bit error rate with its 95 % interval.",
  formula: "errors = #{n: b[n] ≠ a[n − delay]}, BER = errors / bits",
  help:
    "It can find the delay of “b” against “a” from the bits themselves: the delay at which fewest of 512 bits differ. " +
    "More than a third of them must agree beyond chance, so a bit error rate of up to about 0.3 is found. " +
    "Errors behind a decoder come in groups: the unit, for example the bits per frame, keeps the interval honest.",
  keywords: ["BER", "bit error rate", "fec_ber_bf", "error rate"],
  fields,
  ports: () => typedPorts({ a: "bits", b: "bits" }, {}),
  plan: async () => (await import("./error-counter.plan.ts")).createErrorCounter,
});
