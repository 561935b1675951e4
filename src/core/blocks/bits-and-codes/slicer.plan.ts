import slicerKernel from "#shaders/blocks/bits-and-codes/slicer.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import axis from "#shaders/constellation/lib/axis.wgsl?raw";
import constellation from "#shaders/blocks/lib/constellation.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import type { PlanBlock, SampleBlock } from "../../flow/build/block-factory.ts";
import { createItemKernel } from "../item-kernel.ts";
import { sampleFormula } from "../sample-formula.ts";
import { CONSTELLATIONS } from "./constellations.ts";
import type { Slicer } from "./slicer.ts";

export function createSlicer({ constellation: name, output }: Slicer): SampleBlock | PlanBlock {
  const bits = name === "binary" ? 1 : CONSTELLATIONS[name];
  if (output === "labels" || bits === 1) {
    const decision = (x: string) => (name === "binary" ? `u32(${x} >= 0.0)` : `labelOfPoint(${x}, ${bits}u)`);
    return sampleFormula(name === "binary" ? [] : [constellation, axis, phasor, angle], ({ in: x }) =>
      output === "labels" ? `i32(${decision(x)})` : decision(x),
    );
  }
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: bits },
    variableRates: ["in"],
    create: (device, { inputs: { in: input } }) =>
      createItemKernel(device, {
        label: "blocks/bits-and-codes/slicer",
        wgsl: [slicerKernel, constellation, axis, phasor, angle],
        constants: { BITS: bits },
        input,
        names: { input: "symbols", output: "bits" },
        output: { length: bits * input.length, bytes: 4 },
        invocations: input.length,
        counts: true,
      }),
  };
}
