import demapperKernel from "#shaders/blocks/bits-and-codes/soft-demapper.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import axis from "#shaders/constellation/lib/axis.wgsl?raw";
import constellation from "#shaders/blocks/lib/constellation.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import type { PlanBlock, SampleBlock } from "../../flow/build/block-factory.ts";
import { createItemKernel } from "../item-kernel.ts";
import { settableFormula } from "../sample-formula.ts";
import { CONSTELLATIONS } from "./constellations.ts";
import type { SoftDemapper } from "./soft-demapper.ts";

const valuesOf = ({ noiseVariance }: SoftDemapper) => ({ variance: noiseVariance });

export function createSoftDemapper(parameters: SoftDemapper): SampleBlock | PlanBlock {
  const bits = CONSTELLATIONS[parameters.constellation];
  const wgsl = [constellation, axis, phasor, angle];
  if (bits === 1) {
    return settableFormula(
      parameters,
      { wgsl, uniforms: { variance: "f32" }, values: valuesOf },
      ({ in: x }, { variance }) => `llrOfPoint(${x}, 0u, 1u, ${variance}, false)`,
    );
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
        constants: { BITS: bits, EXACT: Number(parameters.algorithm === "exact") },
        input,
        names: { input: "symbols", output: "llrs" },
        output: { length: bits * input.length, bytes: 4 },
        invocations: bits * input.length,
        counts: true,
        params: valuesOf(parameters),
      });
      return { ...plan, set: (next: SoftDemapper) => plan.setParams(valuesOf(next)) };
    },
  };
}
