import { type BenchCase, batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { SAMPLE_BYTES, type SampleKind } from "../flow/graph/block.ts";
import { design, type IirFilter } from "../filter-design/registry.ts";
import { sections } from "./sections.reference.ts";
import { createSections } from "./sections.ts";
import type { Schedule } from "./tiled.ts";

interface Sizes extends Schedule {
  order: number;
  kind?: SampleKind;
  signals?: number;
  length?: number;
}

/** An elliptic low-pass filter over 16 M samples by default; all samples of three signals are checked. */
function sectionsCase({ order, kind = "real", signals = 1, length = 2 ** 24, ...schedule }: Sizes): BenchCase {
  const filter = design({ type: "elliptic", order, cutoff: 0.1, ripple: 0.5, attenuation: 80 }) as IirFilter;
  const bytes = length * SAMPLE_BYTES[kind];
  const width = kind === "real" ? 1 : 2;
  return batchCase({
    name: `iir/sections order ${order}, ${signals} × ${length} ${kind}`,
    bytes: 2 * signals * bytes,
    batch: { jobs: signals, bytes },
    async prepare(device, memory, signals) {
      const x = noise(1, length * width);
      const input = tiled(device, memory, "samples", x, signals);
      const page = { kind, signals, length, input };
      const plan = await createSections(device, { ...page, ...schedule, sections: filter.sections });
      const part = (i: number) =>
        sections(
          filter,
          tiledRow(x, 0, length * width).filter((_, n) => n % width === i),
        );
      const expected = () => {
        const parts = Array.from({ length: width }, (_, i) => part(i));
        return Float64Array.from(x, (_, n) => parts[n % width][Math.floor(n / width)]);
      };
      return { plan, check: { output: plan.output, row: length * width, width: width === 2 ? 2 : 1, expected } };
    },
  });
}

export const cases = [
  sectionsCase({ order: 2 }),
  sectionsCase({ order: 8 }),
  sectionsCase({ order: 16 }),
  sectionsCase({ order: 8, kind: "complex", length: 2 ** 23 }),
  sectionsCase({ order: 8, kind: "complex", signals: 3104, length: 12_672 }),
];
