import correlatorKernel from "#shaders/blocks/synchronization/correlator.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import { createHistory } from "../../flow/build/history.ts";
import { countOf } from "../item-count.ts";
import { createKernelStage } from "../kernel-stage.ts";
import { type Correlator, knownSequence } from "./correlator.ts";

export function createCorrelator(parameters: Correlator): PlanBlock {
  const label = "blocks/synchronization/correlator";
  const sequenceOf = knownSequence(parameters);
  const length = sequenceOf.length / 2;
  const words = parameters.type === "complex" ? 2 : 1;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    variableRates: ["in"],
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ keep, memory }) => {
        const count = countOf(device, memory, input).buffer;
        const page = { signals: 1, length: input.length, input: input.buffer, count };
        const recent = await keep(createHistory(device, { ...page, kind: parameters.type, history: length }));
        const out = memory.storage("correlation", 4 * input.length);
        const correlation = await keep(
          createKernelStage(device, {
            label,
            wgsl: [correlatorKernel, complex, finite],
            constants: { WORDS: words, LENGTH: length },
            resources: {
              count,
              x: input.buffer,
              recent: recent.buffer,
              sequence: memory.constant("sequence", Float32Array.from(sequenceOf)),
              y: out,
              params: { energy: sequenceOf.reduce((sum, value) => sum + value * value, 0) },
            },
            invocations: input.length,
          }),
        );
        return {
          ...sequence(label, [correlation, recent]),
          outputs: { out: { buffer: out, length: input.length, count: input.count } },
          reset: recent.reset,
        };
      }),
  };
}
