import type { BenchCase } from "../../../gpu/bench.ts";
import { readBack } from "../../../gpu/readback.ts";
import { testRandom } from "../../../gpu/testing.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { type Candidate, CandidateRows } from "./candidate-rows.ts";
import { createListsOfCandidates } from "./candidates.ts";
import { OFFSET_BLOCK } from "./envelope.ts";
import { createModeSKernels } from "./kernel-search.ts";
import { floatBlock } from "../sample-blocks.ts";
import { addCandidatesIn } from "./search.ts";
import { candidatesOf, madeModeS } from "./testing.ts";

const BLOCKS = 64;
const SAMPLES = BLOCKS * OFFSET_BLOCK;

const keyOf = ({ start, octets }: Candidate) => `${start} ${octets.join(" ")}`;

async function prepare(device: GPUDevice, rate: number) {
  const kernels = await createModeSKernels(device, { sampleRateHz: rate, offsetHz: 0, format: "i16", blocks: BLOCKS });
  const { reach, beyond } = kernels.grid;
  const length = reach + SAMPLES + beyond;
  // The same noise in each block.
  const noise = madeModeS(testRandom(1), { length: OFFSET_BLOCK, rate, sigma: 1 });
  const samples = Int16Array.from({ length: 2 * length }, (_, i) => 6000 * noise[i % noise.length]);
  const page = { samples, first: 0, size: SAMPLES, from: 0, to: length };
  kernels.page.write(page);
  return { kernels, page };
}

/** Returns the part of a block's candidates that the kernels and float64 do not share: equal integers alone make it more than 0. */
async function differing(device: GPUDevice, rate: number): Promise<number> {
  const { kernels, page } = await prepare(device, rate);
  const { grid, listed, counts, partsOf } = kernels;
  const encoder = device.createCommandEncoder();
  kernels.encode(encoder);
  const [[all, found], ...parts] = (await readBack(device, [counts, ...partsOf(listed, listed)], encoder)).map(
    (bytes) => new Uint32Array(bytes),
  );
  kernels.destroy();
  const [byKernels, inFloat64] = [createListsOfCandidates(grid)(), new CandidateRows()];
  byKernels.set(0, all, found, parts);
  const { samples } = floatBlock("i16", {
    ...page,
    samples: page.samples.slice(0, 2 * (grid.reach + OFFSET_BLOCK + grid.beyond)),
  });
  addCandidatesIn(grid, { ...page, samples, size: OFFSET_BLOCK }, inFloat64);
  const [mine, right] = [byKernels, inFloat64].map((rows) =>
    candidatesOf(grid, rows).filter(({ start }) => start < OFFSET_BLOCK / 2),
  );
  const keys = new Set(right.map(keyOf));
  const shared = mine.filter((candidate) => keys.has(keyOf(candidate))).length;
  return 1 - shared / Math.max(mine.length, keys.size);
}

const line = (
  name: string,
  rate: number,
  stage: (kernels: Awaited<ReturnType<typeof createModeSKernels>>) => Pick<Plan, "encode">,
) => ({
  name: `signals/decoders/mode-s/${name}, ${SAMPLES / 2 ** 20} M cs16 at ${rate / 1e6} MS/s`,
  bytes: 4 * SAMPLES,
  async create(device: GPUDevice) {
    const { kernels } = await prepare(device, rate);
    // The stages before it have run once.
    const encoder = device.createCommandEncoder();
    kernels.encode(encoder);
    device.queue.submit([encoder.finish()]);
    return { ...stage(kernels), label: name, destroy: kernels.destroy };
  },
});

export const cases: BenchCase[] = [
  ...[2e6, 2.4e6, 8e6, 20e6].map((rate) => ({
    ...line("kernel-search", rate, (kernels) => kernels),
    error: ({ device }: { device: GPUDevice }) => differing(device, rate),
  })),
  line("block-offsets", 2.4e6, ({ stages }) => stages[0]),
  line("preambles", 2.4e6, ({ stages }) => stages[1]),
  line("candidates", 2.4e6, ({ stages }) => stages[2]),
];
