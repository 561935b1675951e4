import { CODES } from "../../codes/registry.ts";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

/** The factor on the extrinsic LLRs: log-MAP computes exact ones. */
export const extrinsicScale = ({ algorithm, scale }: Pick<TurboDecoder, "algorithm" | "scale">): number =>
  algorithm === "log-map" ? 1 : scale;

const { codes, mostIterations } = CODES.turbo;

const turboEncoderFields = {
  length: field.whole("Information bits", "Information bits K per frame: one of LTE's 188 lengths from 40 to 6144.", {
    default: 1024,
    unit: "bits",
    min: codes[0].information,
    max: codes[codes.length - 1].information,
    step: 8,
  }),
};

export type TurboEncoder = ValuesOf<typeof turboEncoderFields>;

export const turboEncoder = defineBlock({
  title: "Turbo encoder",
  category: "bits and codes",
  summary: "Encodes frames of K bits by LTE's Turbo code of rate 1/3.",
  formula: "K bits → 3K + 12 bits",
  help: "Frames follow each other without a gap. Each ends with 12 tail bits. Source: 3GPP TS 36.212, 5.1.3.2.",
  keywords: ["FEC", "LTE", "parallel concatenated"],
  fields: turboEncoderFields,
  ports: () => typedPorts({ in: "bits" }, { out: "bits" }),
  plan: async () => (await import("./turbo.plan.ts")).createTurboEncoderBlock,
});

const turboDecoderFields = {
  ...turboEncoderFields,
  algorithm: field.choice(
    "Algorithm",
    "Max-log replaces log(eᵃ + eᵇ) by the larger of a and b; log-MAP is exact.",
    ["max-log", "log-map"],
    { default: "max-log" },
  ),
  scale: field.number(
    "Scale",
    "Factor on the extrinsic LLRs of max-log, which are too large: 0.75 suits it. Log-MAP ignores it.",
    { default: 0.75, min: 0, max: 1, step: 0.05 },
  ),
  iterations: field.whole("Iterations", "Most iterations per frame.", { default: 6, min: 1, max: mostIterations }),
  stop: field.choice("Stop", "Whether a frame ends early once both decoders agree in all bits.", ["none", "sign"], {
    default: "none",
  }),
};

export type TurboDecoder = ValuesOf<typeof turboDecoderFields>;

export const turboDecoder = defineBlock({
  title: "Turbo decoder",
  category: "bits and codes",
  summary: "Decodes frames of LTE's Turbo code from LLRs.",
  formula: "3K + 12 LLRs → K bits",
  help:
    "The first LLR must be the first of a frame. Two decoders exchange extrinsic LLRs. " +
    "Few iterations bring most of the gain; a stop by sign ends a frame once both decoders agree.",
  keywords: ["FEC", "LTE", "BCJR", "iterative"],
  fields: turboDecoderFields,
  ports: () => typedPorts({ in: "llrs" }, { out: "bits" }),
  plan: async () => (await import("./turbo.plan.ts")).createTurboDecoderBlock,
});
