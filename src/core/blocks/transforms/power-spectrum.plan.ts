import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { createMeanPower } from "./mean-power.ts";
import type { PowerSpectrum } from "./power-spectrum.ts";

export function createPowerSpectrum({ length, window, average, scale }: PowerSpectrum): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: length * average },
    produces: { out: 1 },
    async create(device, { firings, inputs }) {
      const input = inputs.in.buffer;
      const means = await createMeanPower(device, { length, spectra: firings, average, input, window, scale });
      return { ...means, outputs: { out: { buffer: means.output, length: firings } }, reset() {} };
    },
  };
}
