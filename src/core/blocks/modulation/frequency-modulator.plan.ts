import modulatorKernel from "#shaders/blocks/modulation/frequency-modulator.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence } from "../../gpu/timing.ts";
import { createKernelStage, kernelGroup } from "../kernel-stage.ts";
import type { FrequencyModulator } from "./frequency-modulator.ts";

/** As in the kernel. */
const [SUMS, STARTS, SAMPLES] = [0, 1, 2];
const RUN = 8;

export function createFrequencyModulator(parameters: FrequencyModulator): PlanBlock {
  let { sensitivity } = parameters;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    create: (device, { firings: length, inputs }) =>
      owning(device, async ({ keep, memory }) => {
        const label = "blocks/modulation/frequency-modulator";
        const tiles = Math.ceil(length / (kernelGroup(device) * RUN));
        const resources = {
          input: inputs.in.buffer,
          tiles: memory.storage("sums of steps", 4 * tiles),
          phase: memory.storage("phase before the page", 4),
          output: memory.storage("modulated", 8 * length),
        };
        const part = (TASK: number) =>
          keep(
            createKernelStage(device, {
              label,
              wgsl: [modulatorKernel, finite, phasor, prefixSum],
              constants: { TASK },
              resources: { ...resources, params: { length, tiles, factor: factorOf(sensitivity) } },
              invocations: TASK === STARTS ? 1 : Math.ceil(length / RUN),
            }),
          );
        const parts = [await part(SUMS), await part(STARTS), await part(SAMPLES)];
        const reset = () => clear(device, label, [resources.phase]);
        reset();
        return {
          ...sequence(label, parts),
          outputs: { out: { buffer: resources.output, length } },
          reset,
          set(next: FrequencyModulator) {
            ({ sensitivity } = next);
            for (const { set } of parts) set({ factor: factorOf(sensitivity) });
          },
        };
      }),
  };
}

/** Returns the turns per unit of input as a sum: 12 bits, the next 12 bits, and the rest. */
function factorOf(sensitivity: number): [number, number, number] {
  const turns = sensitivity / (2 * Math.PI);
  const high = leading(turns);
  const middle = leading(turns - high);
  return [high, middle, turns - high - middle];
}

/** Returns the 12 leading bits of a number. */
function leading(value: number): number {
  if (value === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 11);
  return Math.trunc(value / unit) * unit;
}
