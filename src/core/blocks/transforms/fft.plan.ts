import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { createWindowedFft } from "../../fft/windowed.ts";
import type { FftParameters } from "./fft.ts";

export function createFftBlock({ length, window, direction, shift, scale }: FftParameters): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    async create(device, { firings: batch, inputs }) {
      const transform = await createWindowedFft(device, {
        length,
        batch,
        input: inputs.in.buffer,
        window,
        inverse: direction === "inverse",
        shift: shift === "yes",
        // An inverse transform has the factor 1/N.
        gain: (scale === "1" ? 1 : 1 / length) * (direction === "inverse" ? length : 1),
      });
      return { ...transform, outputs: { out: { buffer: transform.output, length: batch } }, reset() {} };
    },
  };
}
