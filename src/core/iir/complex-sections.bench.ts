import { type BenchCase, batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { mul, polar } from "../filter-design/complex.ts";
import { complexCascade, toComplexSection } from "../filter-design/complex-sections.ts";
import { design, type IirFilter } from "../filter-design/registry.ts";
import { createComplexSections } from "./complex-sections.ts";

/** An elliptic low-pass filter shifted to a quarter of the rate, over 8 M complex samples; all are checked. */
function complexSectionsCase(order: number, length = 2 ** 23): BenchCase {
  const filter = design({ type: "elliptic", order, cutoff: 0.1, ripple: 0.5, attenuation: 80 }) as IirFilter;
  const turn = (n: number) => polar(1, (Math.PI / 2) * n);
  const sections = filter.sections.map(toComplexSection).map(({ b, a }) => ({
    b: [b[0], mul(b[1], turn(1)), mul(b[2], turn(2))] as const,
    a: [mul(a[0], turn(1)), mul(a[1], turn(2))] as const,
  }));
  return batchCase({
    name: `iir/complex-sections order ${order}, 1 × ${length} complex`,
    bytes: 16 * length,
    batch: { jobs: 1, bytes: 8 * length },
    async prepare(device, memory, signals) {
      const x = noise(1, 2 * length);
      const input = tiled(device, memory, "samples", x, signals);
      const plan = await createComplexSections(device, { sections, signals, length, input });
      const expected = () => complexCascade(sections, x);
      return { plan, check: { output: plan.output, row: 2 * length, width: 2, expected } };
    },
  });
}

export const cases = [complexSectionsCase(2), complexSectionsCase(8)];
