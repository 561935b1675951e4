import { firOutput } from "../fir/plan.ts";
import { testNormals } from "../gpu/testing.ts";
import type { Page, StreamPlan } from "../flow/graph/block.ts";
import { streamed } from "../flow/build/testing.ts";
import type { PolyphaseFilter, ResamplerConfig } from "./plan.ts";

/** Sizes of a change of rate and of its test signals. */
export interface ResamplerCase extends Omit<PolyphaseFilter, "taps"> {
  taps: number;
  signals?: number;
  /** Samples per page. */
  length: number;
  pages?: number;
}

/** Filters noise by a random filter in pages, on the GPU and in float64. */
export async function resampleBoth(
  create: (device: GPUDevice, config: ResamplerConfig) => Promise<StreamPlan>,
  reference: (x: ArrayLike<number>, filter: PolyphaseFilter) => Float64Array,
  { taps, signals = 1, length, pages = 1, ...rate }: ResamplerCase,
  seed: number,
) {
  const filter = { ...rate, taps: testNormals(seed, taps * (rate.complexTaps ? 2 : 1)).map(Math.fround) };
  const row = pages * length * (rate.kind === "complex" ? 2 : 1);
  const x = Float32Array.from(testNormals(seed + 1, signals * row));
  const block = {
    ...rate,
    label: "test/resampling",
    input: rate.kind,
    output: firOutput(filter),
    multiple: rate.down,
    delay: 0,
    create: (device: GPUDevice, page: Page) => create(device, { ...filter, ...page }),
  };
  const got = await streamed(block, x, { signals, length });
  const rows = Array.from({ length: signals }, (_, s) => x.subarray(s * row, (s + 1) * row));
  return { got, expected: rows.flatMap((one) => [...reference(one, filter)]) };
}
