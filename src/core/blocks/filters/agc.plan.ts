import agcKernel from "#shaders/blocks/filters/agc.wgsl?raw";
import magnitude from "#shaders/lib/magnitude.wgsl?raw";
import { SAMPLE_BYTES } from "../../flow/graph/block.ts";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import { createOnePole } from "../../iir/one-pole.ts";
import { createKernelStage } from "../kernel-stage.ts";
import { type Agc, levelAtStart } from "./agc.ts";

export function createAgc(parameters: Agc): PlanBlock {
  const { type, rate } = parameters;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    create: (device, { firings: length, inputs }) =>
      owning(device, async ({ keep, memory }) => {
        const label = "blocks/filters/agc";
        // |x|² in three units, so that samples may have any size.
        const signals = parameters.level === "RMS" ? 2 : 1;
        const level = memory.storage("level", 8 * signals * length);
        const output = memory.storage("gain-controlled", SAMPLE_BYTES[type] * length);
        // Its real pole smooths the levels and the ones alike.
        const page = { signals, length, input: level, kind: "complex" } as const;
        const smoothing = await keep(createOnePole(device, { ...page, pole: 1 - rate, gain: rate }));
        const { reference, maximum } = parameters;
        const params = { length, reference, maximum, start: levelAtStart(parameters) };
        const part = (SCALE: boolean, values: GPUBuffer) =>
          keep(
            createKernelStage(device, {
              label,
              wgsl: [agcKernel, magnitude],
              constants: {
                PARTS: SAMPLE_BYTES[type] / 4,
                SCALE: Number(SCALE),
                SQUARES: Number(parameters.level === "RMS"),
              },
              resources: { input: inputs.in.buffer, level: values, output, params },
              invocations: length,
            }),
          );
        const measuring = await part(false, level);
        const scaling = await part(true, smoothing.output);
        return {
          ...sequence(label, [measuring, smoothing, scaling]),
          outputs: { out: { buffer: output, length } },
          reset: smoothing.reset,
          set: ({ reference, maximum }: Agc) => scaling.set({ reference, maximum }),
        };
      }),
  };
}
