import { CODES } from "../../codes/registry.ts";
import type { Field } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";
import { iterationsField, llrsToBits } from "./iterations.ts";

export interface TurboEncoder {
  /** Information bits K per frame. */
  length: number;
}

/** The factor on the extrinsic LLRs: log-MAP computes exact ones. */
export const extrinsicScale = ({ algorithm, scale }: Pick<TurboDecoder, "algorithm" | "scale">): number =>
  algorithm === "log-map" ? 1 : scale;

export interface TurboDecoder extends TurboEncoder {
  algorithm: "max-log" | "log-map";
  /** Factor on the extrinsic LLRs of max-log. */
  scale: number;
  iterations: number;
  stop: "none" | "sign";
}

const { codes, mostIterations } = CODES.turbo;

const LENGTH: Field = {
  kind: "number",
  change: "rebuild",
  label: "Information bits",
  unit: "bits",
  min: codes[0].information,
  max: codes[codes.length - 1].information,
  step: 8,
  integer: true,
  description: "Information bits K per frame: one of LTE's 188 lengths from 40 to 6144.",
};

export const turboEncoder: BlockType<TurboEncoder> = {
  title: "Turbo encoder",
  category: "bits and codes",
  summary: "Encodes frames of K bits by LTE's Turbo code of rate 1/3.",
  formula: "K bits → 3K + 12 bits",
  help: "Frames follow each other without a gap. Each ends with 12 tail bits. Source: 3GPP TS 36.212, 5.1.3.2.",
  keywords: ["FEC", "LTE", "parallel concatenated"],
  fields: { length: LENGTH },
  defaults: { length: 1024 },
  ports: () => ({ inputs: [{ name: "in", type: "bits" }], outputs: [{ name: "out", type: "bits" }] }),
  plan: async () => (await import("./turbo.plan.ts")).createTurboEncoder,
};

export const turboDecoder: BlockType<TurboDecoder> = {
  title: "Turbo decoder",
  category: "bits and codes",
  summary: "Decodes frames of LTE's Turbo code from LLRs.",
  formula: "3K + 12 LLRs → K bits",
  help:
    "The first LLR must be the first of a frame. Two decoders exchange extrinsic LLRs. " +
    "Few iterations bring most of the gain; a stop by sign ends a frame once both decoders agree.",
  keywords: ["FEC", "LTE", "BCJR", "iterative"],
  fields: {
    length: LENGTH,
    algorithm: {
      kind: "choice",
      change: "rebuild",
      label: "Algorithm",
      choices: CODES.turbo.algorithms,
      description: "Max-log replaces log(eᵃ + eᵇ) by the larger of a and b; log-MAP is exact.",
    },
    scale: {
      kind: "number",
      change: "rebuild",
      label: "Scale",
      unit: "",
      min: 0,
      max: 1,
      step: 0.05,
      description: "Factor on the extrinsic LLRs of max-log, which are too large: 0.75 suits it. Log-MAP ignores it.",
    },
    iterations: iterationsField(mostIterations),
    stop: {
      kind: "choice",
      change: "rebuild",
      label: "Stop",
      choices: ["none", "sign"] satisfies TurboDecoder["stop"][],
      description: "Whether a frame ends early once both decoders agree in all bits.",
    },
  },
  defaults: { length: 1024, algorithm: "max-log", scale: 0.75, iterations: 6, stop: "none" },
  ports: llrsToBits,
  plan: async () => (await import("./turbo.plan.ts")).createTurboDecoder,
};
