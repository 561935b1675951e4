import type { Report, SinkBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import { createPacking } from "../packing.ts";
import { createErrorCountBlock } from "./error-count.ts";
import type { ErrorCounter } from "./error-counter.ts";

export function createErrorCounter(parameters: ErrorCounter): SinkBlock {
  return {
    kind: "sink",
    consumes: { a: 1, b: 1 },
    variableRates: ["a", "b"],
    create: (device, { inputs }) =>
      owning(device, async ({ keep }) => {
        const packed = (port: "a" | "b") =>
          keep(createPacking(device, { bits: inputs[port].buffer, rows: 1, length: inputs[port].length }));
        const packings = [await packed("a"), await packed("b")];
        let count = createErrorCountBlock(parameters);
        return {
          ...sequence("error-counter", packings),
          reads: packings.map(({ words }, i) => ({
            buffer: words,
            size: 4 * Math.ceil(inputs[i === 0 ? "a" : "b"].length / 32),
          })),
          take([a, b], { inputs: page }): Report | undefined {
            const totals = count.add(
              { words: new Uint32Array(a), count: page.a.count },
              { words: new Uint32Array(b), count: page.b.count },
            );
            return totals && { kind: "errors", ...totals };
          },
          reset: () => void (count = createErrorCountBlock(parameters)),
        };
      }),
  };
}
