import modulatorKernel from "#shaders/blocks/modulation/frequency-modulator.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/block-factory.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { fill } from "../../gpu/submit.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import type { FrequencyModulator } from "./frequency-modulator.ts";

const GROUP = 256;
/** As in the kernel. */
const RUN = 8;

export function createFrequencyModulator(parameters: FrequencyModulator): PlanBlock {
  let { sensitivity } = parameters;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    async create(device, { firings: length, inputs }) {
      const label = "blocks/frequency-modulator";
      const memory = allocate(device);
      const tiles = Math.ceil(length / (GROUP * RUN));
      const rows = Math.ceil(tiles / device.limits.maxComputeWorkgroupsPerDimension);
      const resources = {
        input: inputs.in.buffer,
        tiles: memory.storage("sums of steps", 4 * tiles),
        phase: memory.storage("phase before the page", 4),
        output: memory.storage("modulated", 8 * length),
      };
      const part = async (TASK: number) => {
        const wgsl = [modulatorKernel, phasor, prefixSum];
        const kernel = await compile(device, { label, wgsl, constants: { GROUP, TASK } });
        const bound = kernel.bind({ ...resources, params: { length, tiles, factor: factorOf(sensitivity) } });
        const groups = TASK === 1 ? 1 : ([Math.ceil(tiles / rows), rows] as const);
        const stage: Stage = { label, encode: (encoder, timing) => bound.encode(encoder, groups, timing) };
        return { ...bound, stage };
      };
      const parts = [await part(0), await part(1), await part(2)];
      const reset = () => {
        const encoder = device.createCommandEncoder({ label });
        encoder.clearBuffer(resources.phase);
        fill(device, encoder, [resources.phase]);
      };
      reset();
      return {
        ...sequence(
          label,
          parts.map(({ stage }) => stage),
        ),
        outputs: { out: { buffer: resources.output, length } },
        reset,
        set(next: FrequencyModulator) {
          ({ sensitivity } = next);
          for (const { set } of parts) set({ factor: factorOf(sensitivity) });
        },
        destroy() {
          for (const { destroy } of parts) destroy();
          memory.release();
        },
      };
    },
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
