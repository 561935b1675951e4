import mapperKernel from "#shaders/blocks/bits-and-codes/constellation-mapper.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import axis from "#shaders/constellation/lib/axis.wgsl?raw";
import constellation from "#shaders/blocks/lib/constellation.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import type { PlanBlock, SampleBlock } from "../../flow/build/block-factory.ts";
import { createItemKernel } from "../item-kernel.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { ConstellationMapper } from "./constellation-mapper.ts";
import { CONSTELLATIONS } from "./constellations.ts";

export function createConstellationMapper({
  constellation: name,
  input: form,
}: ConstellationMapper): SampleBlock | PlanBlock {
  const bits = CONSTELLATIONS[name];
  const wgsl = [constellation, axis, phasor, angle];
  if (form === "labels" || bits === 1) {
    return sampleFormula(wgsl, ({ in: label }) => `pointOfLabel(u32(${label}), ${bits}u)`);
  }
  return {
    kind: "plan",
    consumes: { in: bits },
    produces: { out: 1 },
    variableRates: ["in"],
    create: (device, { firings, inputs: { in: input } }) =>
      createItemKernel(device, {
        label: "blocks/bits-and-codes/constellation-mapper",
        wgsl: [mapperKernel, ...wgsl],
        constants: { BITS: bits },
        input,
        names: { input: "bits", output: "symbols" },
        output: { length: firings, bytes: 8 },
        invocations: firings,
        counts: false,
        params: { symbols: firings },
      }),
  };
}
