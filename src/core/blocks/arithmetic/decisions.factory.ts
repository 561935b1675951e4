import nearestInteger from "#shaders/lib/nearest-integer.wgsl?raw";
import type { SampleBlock } from "../../flow/block-factory.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { Threshold } from "./decisions.ts";

export function createThreshold(parameters: Threshold): SampleBlock {
  let { level } = parameters;
  const [yes, no] = parameters.output === "bits" ? ["1u", "0u"] : ["1.0", "0.0"];
  return {
    kind: "sample",
    wgsl: [],
    uniforms: { level: "f32" },
    outputs: ({ in: x }, { level }) => ({ out: `select(${no}, ${yes}, ${x} > ${level})` }),
    values: () => ({ level }),
    set: (next: Threshold) => void ({ level } = next),
  };
}

export const createIntegerToReal = (): SampleBlock => sampleFormula([], ({ in: x }) => `f32(${x})`);

export const createRealToInteger = (): SampleBlock =>
  sampleFormula([nearestInteger], ({ in: x }) => `nearestInteger(${x})`);
