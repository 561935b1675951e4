import { type BenchCase, batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { cascade } from "../filter-design/cascade.ts";
import { design, type IirFilter } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { iirFactory } from "./factories.ts";
import { type IirName, iirs } from "./registry.ts";

/** Difficult filters: of high order, and with poles 0.0006 from the circle. */
const specs = {
  "order 8": { type: "butterworth", order: 8, cutoff: 0.1 },
  "order 16": { type: "elliptic", order: 16, cutoff: 0.1, ripple: 0.5, attenuation: 100 },
} satisfies Record<string, FilterSpec>;

/** Real samples through a filter by a method; all samples of three signals are checked. */
function iirCase(method: IirName, name: keyof typeof specs, signals: number, length: number): BenchCase {
  return batchCase({
    name: `${iirs[method].label} ${name}, ${signals} × ${length} real`,
    bytes: signals * length * 8,
    batch: { jobs: signals, bytes: length * 4 },
    async prepare(device, memory, signals) {
      const filter = design(specs[name]) as IirFilter;
      const x = noise(1, length);
      const input = tiled(device, memory, "samples", x, signals);
      const plan = await iirFactory(method)(device, { kind: "real", signals, length, input, filter });
      const expected = () => cascade(filter.sections, x);
      return { plan, check: { output: plan.output, row: length, width: 1, expected } };
    },
  });
}

/** 16 M samples of one signal, and a batch of short ones. */
export const iirCases = (method: IirName) => [
  iirCase(method, "order 8", 1, 2 ** 24),
  iirCase(method, "order 16", 1, 2 ** 24),
  iirCase(method, "order 8", 6208, 12_672),
];

export const cases = iirCases("parallel");
