import meanPowerKernel from "#shaders/blocks/transforms/mean-power.wgsl?raw";
import { createWindowedFft } from "../../fft/windowed.ts";
import type { Window } from "../../filter-design/windows.ts";
import { windowValues } from "../../filter-design/windows.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence, type Plan } from "../../gpu/timing.ts";
import { createKernelStage } from "../kernel-stage.ts";

export interface MeanPowerConfig {
  /** Points of a transform. */
  length: number;
  spectra: number;
  /** Transforms per spectrum. */
  average: number;
  /** Complex samples, vec2f [spectrum][transform][length]. */
  input: GPUBuffer;
  window: Window;
  scale: "dB" | "power";
  /** Smallest power in dB. Default: the square of the smallest normal float32. */
  floor?: number;
}

/** Power spectra, each the mean of several transforms. */
export interface MeanPower extends Plan {
  /** f32 [spectrum][length], negative frequencies first: a tone of amplitude 1 has power 1, 0 dB, in its bin. */
  readonly output: GPUBuffer;
}

/** @throws RangeError for a length that `createWindowedFft` refuses. */
export const createMeanPower = (device: GPUDevice, config: MeanPowerConfig): Promise<MeanPower> =>
  owning(device, async ({ keep, memory }) => {
    const { length, spectra, average, input, window, scale, floor = 2 ** -252 } = config;
    const label = "blocks/transforms/mean-power";
    const batch = spectra * average;
    const sum = windowValues(window, length, true).reduce((total, value) => total + value, 0);
    // Half of an amplitude: then no transform overflows.
    const gain = 1 / (2 * sum);
    const transform = await keep(createWindowedFft(device, { length, batch, input, window, gain, shift: true }));
    const output = memory.storage("power spectra", 4 * spectra * length);
    const averaging = await keep(
      createKernelStage(device, {
        label,
        wgsl: [meanPowerKernel],
        constants: {
          LENGTH: length,
          AVERAGE: average,
          SCALE: 4 / average,
          FLOOR: 10 * Math.log10(floor),
          DECIBELS: Number(scale === "dB"),
        },
        resources: { transforms: transform.output, spectra: output, params: { bins: spectra * length } },
        invocations: spectra * length,
      }),
    );
    return { ...sequence(label, [transform, averaging]), output };
  });
