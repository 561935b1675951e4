import decoderKernel from "#shaders/blocks/bits-and-codes/differential-decoder.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import { countOf } from "../item-count.ts";
import { createKernelStage } from "../kernel-stage.ts";
import { createHistory } from "../../flow/build/history.ts";
import type { DifferentialDecoder } from "./differential-decoder.ts";
import { isNrzi } from "./differential-encoder.ts";

/** @throws RangeError for NRZI with other items than bits. */
export function createDifferentialDecoder(parameters: DifferentialDecoder): PlanBlock {
  const { type, modulus } = parameters;
  const label = "blocks/bits-and-codes/differential-decoder";
  const MODULUS = { bits: 2, labels: modulus, complex: 0 }[type];
  const NRZI = Number(isNrzi(parameters));
  const words = type === "complex" ? 2 : 1;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    variableRates: ["in"],
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ keep, memory }) => {
        const count = countOf(device, memory, input).buffer;
        const page = { signals: 1, length: input.length, input: input.buffer, count };
        // A bit and an integer have as many bytes as a real sample.
        const kind = type === "complex" ? "complex" : "real";
        const recent = await keep(createHistory(device, { ...page, kind, history: 1 }));
        const pairs = Math.ceil((input.length * words) / 2);
        const out = memory.storage(`output of ${label}`, 8 * pairs);
        const differences = await keep(
          createKernelStage(device, {
            label,
            wgsl: [decoderKernel, complex],
            constants: { MODULUS, NRZI },
            resources: { count, x: input.buffer, recent: recent.buffer, y: out },
            invocations: pairs,
          }),
        );
        return {
          ...sequence(label, [differences, recent]),
          outputs: { out: { buffer: out, length: input.length, count: input.count } },
          reset: recent.reset,
        };
      }),
  };
}
