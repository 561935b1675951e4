import delayKernel from "#shaders/blocks/arithmetic/delay.wgsl?raw";
import type { Place, PlanBlock, SampleBlock } from "../../flow/build/block-factory.ts";
import { PORTS } from "../../flow/graph/port.ts";
import { owning } from "../../gpu/owning.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence } from "../../gpu/timing.ts";
import { createKernelStage } from "../kernel-stage.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { Delay } from "./delay.ts";

/** @throws RangeError for a delay of 0 items on a cycle. */
export function createDelay({ type, items, vector }: Delay, { isOnCycle }: Place): SampleBlock | PlanBlock {
  if (items === 0) {
    if (isOnCycle) throw new RangeError("On a cycle the delay must be at least 1 item, got 0. Choose a longer one.");
    return sampleFormula([], ({ in: x }) => x);
  }
  const itemWords = (vector * PORTS[type].bytes) / 4;
  const ringWords = items * itemWords;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    delay: items,
    ...(isOnCycle && { breaksCycles: true, most: items }),
    create: (device, { firings, inputs, uniforms }) =>
      owning(device, async ({ keep, memory }) => {
        const label = "blocks/arithmetic/delay";
        const words = firings * itemWords;
        const resources = {
          input: inputs.in.buffer,
          ring: memory.storage("delayed items", 4 * ringWords),
          output: memory.storage("delayed", 4 * words),
        };
        const part = (KEEP: boolean, invocations: number) =>
          keep(
            createKernelStage(device, {
              label,
              wgsl: [delayKernel],
              constants: { KEEP: Number(KEEP) },
              resources: { ...resources, params: { words, ringWords, position: 0 } },
              invocations,
              uniforms,
            }),
          );
        const reading = await part(false, words);
        const keeping = await part(true, Math.min(words, ringWords));
        const reset = () => clear(device, label, [resources.ring]);
        reset();
        return {
          ...(isOnCycle ? { label, encode: reading.encode, absorb: keeping } : sequence(label, [reading, keeping])),
          outputs: { out: { buffer: resources.output, length: firings } },
          prepare({ first }) {
            const position = (first * itemWords) % ringWords;
            reading.set({ position });
            keeping.set({ position });
          },
          preparesUniforms: true,
          reset,
        };
      }),
  };
}
