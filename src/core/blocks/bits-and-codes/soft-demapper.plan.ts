import demapperKernel from "#shaders/blocks/bits-and-codes/soft-demapper.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import axis from "#shaders/constellation/lib/axis.wgsl?raw";
import constellation from "#shaders/blocks/lib/constellation.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import type { PlanBlock, SampleBlock } from "../../flow/build/block-factory.ts";
import { createItemKernel } from "../item-kernel.ts";
import { CONSTELLATIONS } from "./constellations.ts";
import type { SoftDemapper } from "./soft-demapper.ts";

export function createSoftDemapper({
  constellation: name,
  noiseVariance,
  algorithm,
}: SoftDemapper): SampleBlock | PlanBlock {
  const bits = CONSTELLATIONS[name];
  const wgsl = [constellation, axis, phasor, angle];
  let variance = noiseVariance;
  if (bits === 1) {
    return {
      kind: "sample",
      wgsl,
      uniforms: { variance: "f32" },
      outputs: (inputs, uniforms) => ({ out: `llrOfPoint(${inputs.in}, 0u, 1u, ${uniforms.variance}, false)` }),
      values: () => ({ variance }),
      set: (next: SoftDemapper) => void (variance = next.noiseVariance),
    };
  }
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: bits },
    variableRates: ["in"],
    async create(device, { inputs: { in: input } }) {
      const plan = await createItemKernel(device, {
        label: "blocks/bits-and-codes/soft-demapper",
        wgsl: [demapperKernel, ...wgsl],
        constants: { BITS: bits, EXACT: Number(algorithm === "exact") },
        input,
        names: { input: "symbols", output: "llrs" },
        output: { length: bits * input.length, bytes: 4 },
        invocations: bits * input.length,
        counts: true,
        params: { variance },
      });
      return { ...plan, set: (next: SoftDemapper) => plan.setParams({ variance: next.noiseVariance }) };
    },
  };
}
