import { expect, it } from "vitest";
import { wrongEffects } from "../../configuration/testing.ts";
import { testGpu } from "../../gpu/testing.ts";
import type { ComparisonStep } from "../../measurement/comparison.ts";
import { compareConvolutions } from "./compare-convolutions.ts";
import { CONVOLUTION, type ConvolutionComparison } from "./comparison.ts";
import { compareFfts, FFT } from "./fft.ts";
import { sweepWorkgroups } from "./sweep-workgroups.ts";
import { WORKGROUPS } from "./workgroups.ts";

/** What two runs of the same comparison have different. */
const TIMES = new Set(["ms", "gflops", "fractionOfCopy", "runs"]);

/** The results of a comparison without their times: what was computed, how right it is, by which clock it was timed. */
async function outcome(steps: AsyncGenerator<ComparisonStep<unknown, object>>): Promise<string> {
  let last: ComparisonStep<unknown, object> | undefined;
  for await (const step of steps) last = step;
  return JSON.stringify(last!.state.results, (name, value) => (TIMES.has(name) ? undefined : value));
}

const TINY = { signal: 100, filter: 5, batch: 3 };

it("convolution: every field changes what is compared", async () => {
  const gpu = await testGpu();
  const resultOf = (config: ConvolutionComparison) => outcome(compareConvolutions(gpu, { config, results: [] }));
  const base = CONVOLUTION.parse({ ...TINY, methods: ["direct"] });
  const others = { methods: ["cpu-direct"], sweep: "batch" } satisfies Partial<ConvolutionComparison>;
  const { range: _, ...plain } = CONVOLUTION.fields;
  const names = Object.keys(plain) as (keyof typeof plain)[];
  expect(await wrongEffects(CONVOLUTION, base, others, resultOf, names)).toEqual([]);
  const swept = CONVOLUTION.parse({ ...base, sweep: "batch", range: "2" });
  expect(await wrongEffects(CONVOLUTION, swept, { range: "4" }, resultOf, ["range"])).toEqual([]);
});

it("fft: every field changes what is compared", async () => {
  const gpu = await testGpu();
  const base = FFT.parse({ length: 16, batch: 3, methods: ["workgroup"] });
  const found = await wrongEffects(FFT, base, { length: 32, methods: ["pffft"] }, (config) => {
    return outcome(compareFfts(gpu, { config, results: [] }));
  });
  expect(found).toEqual([]);
});

it("workgroups: every field changes what is swept", async () => {
  const gpu = await testGpu();
  const base = WORKGROUPS.parse({ ...TINY, kernels: ["direct"], groups: "32" });
  const found = await wrongEffects(WORKGROUPS, base, { kernels: ["direct-global"], groups: "64" }, (config) => {
    return outcome(sweepWorkgroups(gpu, { config, results: [] }));
  });
  expect(found).toEqual([]);
});
