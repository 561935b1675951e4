import { expect, it } from "vitest";
import { errorDb, testNormals } from "../../gpu/testing.ts";
import { blockOutputs, errorAgainstFloat64, inFloat64 } from "../testing.ts";

it("sums phases over pages of more tiles than a workgroup has invocations, without drift", async () => {
  const x = Float32Array.from(testNormals(Number(process.env.THREERAY_SEED), 530_001));
  const parameters = { sensitivity: 0.7 };
  const { out } = await blockOutputs("frequency-modulator", parameters, { inputs: { in: x }, page: 526_000 });
  const { out: exact } = inFloat64("frequency-modulator", parameters, { in: x });
  expect(errorDb(out, exact)).toBeLessThan(-100);
  expect(errorDb(out.slice(-1000), exact.slice(-1000))).toBeLessThan(-100);
});

it("equals float64 for pages of any size", async () => {
  const run = { pages: [2048, 333], firings: 1200 };
  expect(await errorAgainstFloat64("frequency-modulator", { sensitivity: 0.7 }, run)).toBeLessThan(-100);
});
