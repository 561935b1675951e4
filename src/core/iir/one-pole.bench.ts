import { type BenchCase, batchCase } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { type Complex, complex, polar } from "../filter-design/complex.ts";
import { onePole } from "./one-pole.reference.ts";
import { createOnePole } from "./one-pole.ts";

/** float32 numbers of the output. */
const NUMBERS = 2 ** 24;
/** Samples that are checked. */
const CHECKED = 2 ** 20;

/** Filters 16 M numbers by one pole: real samples, or parts of complex ones. */
function onePoleCase(name: string, pole: number | Complex): BenchCase {
  const kind = typeof pole === "number" ? "real" : "complex";
  const width = kind === "real" ? 1 : 2;
  return batchCase({
    name: `iir/one-pole ${name}, ${NUMBERS / width} ${kind} samples`,
    bytes: NUMBERS * 8,
    batch: { jobs: 1, bytes: NUMBERS * 4 },
    async prepare(device, memory, signals) {
      const x = noise(1, NUMBERS);
      const input = memory.constant("samples", x);
      const config = { kind, signals, length: NUMBERS / width, pole, gain: 0.01, input } as const;
      const expected = () => {
        const samples = Array.from({ length: CHECKED }, (_, n) =>
          complex(x[n * width], width === 2 ? x[n * width + 1] : 0),
        );
        const y = onePole(samples, typeof pole === "number" ? complex(pole) : pole, complex(config.gain));
        return y.flatMap(({ re, im }) => (width === 2 ? [re, im] : [re]));
      };
      const plan = await createOnePole(device, config);
      return { plan, check: { output: plan.output, row: NUMBERS, width, expected } };
    },
  });
}

export const cases = [onePoleCase("real pole", 0.99), onePoleCase("complex pole", polar(0.99, 1))];
