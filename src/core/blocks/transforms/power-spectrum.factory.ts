import powerKernel from "#shaders/blocks/transforms/power-spectrum.wgsl?raw";
import { createWindowedFft } from "../../fft/windowed.ts";
import { windowValues } from "../../filter-design/windows.ts";
import type { PlanBlock } from "../../flow/block-factory.ts";
import { allocate } from "../../gpu/pool.ts";
import { sequence } from "../../gpu/timing.ts";
import { createKernelStage } from "../kernel-stage.ts";
import type { PowerSpectrum } from "./power-spectrum.ts";

export function createPowerSpectrum({ length, window, average, scale }: PowerSpectrum): PlanBlock {
  const sum = windowValues(window, length, true).reduce((total, value) => total + value, 0);
  return {
    kind: "plan",
    consumes: { in: length * average },
    produces: { out: 1 },
    async create(device, { firings, inputs }) {
      const label = "blocks/transforms/power-spectrum";
      const transform = await createWindowedFft(device, {
        length,
        batch: firings * average,
        input: inputs.in.buffer,
        window,
        shift: true,
      });
      const memory = allocate(device);
      const bins = firings * length;
      const output = memory.storage("power spectra", 4 * bins);
      const averaging = await createKernelStage(device, {
        label,
        wgsl: [powerKernel],
        constants: {
          LENGTH: length,
          AVERAGE: average,
          SCALE: 1 / (average * sum * sum),
          DECIBELS: Number(scale === "dB"),
        },
        resources: { transforms: transform.output, spectra: output, params: { bins } },
        invocations: bins,
      });
      return {
        ...sequence(label, [transform, averaging]),
        outputs: { out: { buffer: output, length: firings } },
        reset() {},
        destroy() {
          transform.destroy();
          averaging.destroy();
          memory.release();
        },
      };
    },
  };
}
