import powerKernel from "#shaders/blocks/transforms/power-spectrum.wgsl?raw";
import { createWindowedFft } from "../../fft/windowed.ts";
import { windowValues } from "../../filter-design/windows.ts";
import type { PlanBlock } from "../../flow/block-factory.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import type { PowerSpectrum } from "./power-spectrum.ts";

const GROUP = 256;

export function createPowerSpectrum({ length, window, average, scale }: PowerSpectrum): PlanBlock {
  const sum = windowValues(window, length, true).reduce((total, value) => total + value, 0);
  return {
    kind: "plan",
    consumes: { in: length * average },
    produces: { out: 1 },
    async create(device, { firings, inputs }) {
      const label = "blocks/power-spectrum";
      const transform = await createWindowedFft(device, {
        length,
        batch: firings * average,
        input: inputs.in.buffer,
        window,
        shift: true,
      });
      const kernel = await compile(device, {
        label,
        wgsl: [powerKernel],
        constants: {
          GROUP,
          LENGTH: length,
          AVERAGE: average,
          SCALE: 1 / (average * sum * sum),
          DECIBELS: Number(scale === "dB"),
        },
      });
      const memory = allocate(device);
      const bins = firings * length;
      const output = memory.storage("power spectra", 4 * bins);
      const bound = kernel.bind({ transforms: transform.output, spectra: output, params: { bins } });
      const groups = Math.ceil(bins / GROUP);
      const rows = Math.ceil(groups / device.limits.maxComputeWorkgroupsPerDimension);
      const averaging: Stage = {
        label,
        encode: (encoder, timing) => bound.encode(encoder, [Math.ceil(groups / rows), rows], timing),
      };
      return {
        ...sequence(label, [transform, averaging]),
        outputs: { out: { buffer: output, length: firings } },
        reset() {},
        destroy() {
          transform.destroy();
          bound.destroy();
          memory.release();
        },
      };
    },
  };
}
