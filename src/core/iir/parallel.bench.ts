import { type BenchCase, batchCase } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { cascade } from "./design/cascade.ts";
import { design, type IirFilter } from "./design/registry.ts";
import type { FilterSpec } from "./design/spec.ts";
import { type IirName, iirs } from "./registry.ts";

const LENGTH = 2 ** 24;

/** 16 M real samples of one signal, all of them checked. */
export function iirCase(method: IirName, spec: FilterSpec & { order: number }): BenchCase {
  return batchCase({
    name: `iir/${method} ${spec.type}, order ${spec.order}, ${LENGTH} real samples`,
    bytes: LENGTH * 8,
    batch: { jobs: 1, bytes: LENGTH * 4 },
    async prepare(device, memory, signals) {
      const filter = design(spec) as IirFilter;
      const x = noise(1, LENGTH);
      const input = memory.constant("samples", x);
      const plan = await iirs[method].create(device, { kind: "real", signals, length: LENGTH, input, filter });
      const expected = () => cascade(filter.sections, x);
      return { plan, check: { output: plan.output, row: LENGTH, width: 1, expected } };
    },
  });
}

export const cases = [
  iirCase("parallel", { type: "butterworth", order: 8, cutoff: 0.1 }),
  iirCase("parallel", { type: "elliptic", order: 16, cutoff: 0.1, ripple: 1, attenuation: 80 }),
];
