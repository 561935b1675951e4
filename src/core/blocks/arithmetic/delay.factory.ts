import delayKernel from "#shaders/blocks/arithmetic/delay.wgsl?raw";
import type { Place, PlanBlock, SampleBlock } from "../../flow/block-factory.ts";
import { PORTS } from "../../flow/port.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { fill } from "../../gpu/submit.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { Delay } from "./delay.ts";

const GROUP = 256;

/** @throws RangeError for a delay of 0 items on a cycle. */
export function createDelay({ type, items, vector }: Delay, { isOnCycle }: Place): SampleBlock | PlanBlock {
  if (items === 0) {
    if (isOnCycle) throw new RangeError("On a cycle the delay must be at least 1 item, got 0. Choose a longer one.");
    return sampleFormula([], ({ in: x }) => x);
  }
  const itemWords = (vector * PORTS[type].bytes) / 4;
  const held = items * itemWords;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    delay: items,
    ...(isOnCycle && { breaksCycles: true, most: items }),
    async create(device, { firings, inputs }) {
      const label = "blocks/delay";
      const words = firings * itemWords;
      const memory = allocate(device);
      const resources = {
        input: inputs.in.buffer,
        ring: memory.storage("delayed items", 4 * held),
        output: memory.storage("delayed", 4 * words),
      };
      const part = async (KEEP: boolean, count: number) => {
        const constants = { GROUP, KEEP: Number(KEEP) };
        const kernel = await compile(device, { label, wgsl: [delayKernel], constants });
        const { set, destroy, encode } = kernel.bind({ ...resources, params: { words, held, position: 0 } });
        const groups = Math.ceil(count / GROUP);
        const rows = Math.ceil(groups / device.limits.maxComputeWorkgroupsPerDimension);
        const stage: Stage = {
          label,
          encode: (encoder, timing) => encode(encoder, [Math.ceil(groups / rows), rows], timing),
        };
        return { stage, set, destroy };
      };
      const read = await part(false, words);
      const keep = await part(true, Math.min(words, held));
      const reset = () => {
        const encoder = device.createCommandEncoder({ label });
        encoder.clearBuffer(resources.ring);
        fill(device, encoder, [resources.ring]);
      };
      reset();
      return {
        ...(isOnCycle ? { ...read.stage, absorb: keep.stage } : sequence(label, [read.stage, keep.stage])),
        outputs: { out: { buffer: resources.output, length: firings } },
        prepare({ first }) {
          const position = (first * itemWords) % held;
          read.set({ position });
          keep.set({ position });
        },
        reset,
        destroy() {
          read.destroy();
          keep.destroy();
          memory.release();
        },
      };
    },
  };
}
