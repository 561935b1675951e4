import { type BenchCase, batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { SAMPLE_BYTES } from "../flow/graph/block.ts";
import { fir } from "./direct.reference.ts";
import { firBytes, type FirConfig, firOutput, type FirSizes, type TapsPlan } from "./plan.ts";
import { createDirectFir } from "./direct.ts";
import { type FirName, firs } from "./registry.ts";

/** Parts of one signal. Each is checked at its beginning, and may be cut into pages. */
const PIECES = 16;
/** Number of samples before the noise repeats. */
const PERIOD = 2 ** 16;

/** Most float64 multiplications of a check. */
const CHECKED_PRODUCTS = 2 ** 24;

type Create = (device: GPUDevice, config: FirConfig) => Promise<TapsPlan>;

/** One signal of 64 M numbers, real samples or parts of complex ones, filtered by a method. */
export function firCase(
  stem: string,
  create: Create,
  filter: Omit<FirSizes, "signals" | "length">,
  published?: BenchCase["published"],
): BenchCase {
  const { kind, taps, complexTaps, decimation = 1 } = filter;
  const width = SAMPLE_BYTES[kind] / 4;
  const outputWidth = SAMPLE_BYTES[firOutput(filter)] / 4;
  const length = 2 ** 22 / width;
  const words = [`${taps} ${complexTaps ? "complex " : ""}taps`, ...(decimation > 1 ? [`every ${decimation}th`] : [])];
  return batchCase({
    name: `fir/${stem} ${words.join(", ")}, ${PIECES * length} ${kind} samples`,
    bytes: firBytes({ ...filter, signals: 1, length: PIECES * length }),
    published,
    batch: { jobs: PIECES, bytes: length * 4 * Math.max(width, outputWidth / decimation) },
    async prepare(device, memory, pieces) {
      const x = noise(1, PERIOD * width);
      const h = Float64Array.from(noise(2, taps * (complexTaps ? 2 : 1)));
      const input = tiled(device, memory, "samples", x, (pieces * length) / PERIOD);
      const page = { signals: 1, length: pieces * length, input };
      const plan = await create(device, { ...filter, ...page, taps: h });
      const row = (length / decimation) * outputWidth;
      const expected = (piece: number) => {
        const checked = x.subarray(0, width * Math.min(PERIOD, CHECKED_PRODUCTS / taps));
        // After the first piece the noise repeats.
        const lead = piece > 0 ? Math.ceil((taps - 1) / decimation) : 0;
        const before = x.subarray(x.length - lead * decimation * width);
        const y = fir(Float64Array.from([...(lead ? before : []), ...checked]), h, filter);
        return y.subarray(lead * outputWidth);
      };
      return { plan, check: { output: plan.output, row, width: outputWidth === 2 ? 2 : 1, expected } };
    },
  });
}

/** M. Ribero, Software Defined Radio over CUDA (2015), in proportion to 64 M samples. */
const published = (seconds: number, megasamples: number) => ({
  ms: (seconds * 1000 * 64) / megasamples,
  on: `GT 540M, 64 of ${megasamples} M samples`,
});

/** FFT filters: short ones, usual ones and the longest. */
export const fftFirCases = (method: FirName) => [
  firCase(method, firs[method].create, { kind: "real", taps: 64 }),
  firCase(method, firs[method].create, { kind: "real", taps: 512 }, published(27, 4096)),
  firCase(method, firs[method].create, { kind: "complex", taps: 512, complexTaps: true }),
  firCase(method, firs[method].create, { kind: "real", taps: 2048 }),
];

export const cases = [
  firCase("direct", createDirectFir, { kind: "real", taps: 64 }, published(9.18, 1024)),
  firCase("direct", createDirectFir, { kind: "real", taps: 64, complexTaps: true }),
  firCase("direct", createDirectFir, { kind: "complex", taps: 64 }),
  firCase("direct", createDirectFir, { kind: "complex", taps: 64, complexTaps: true }),
  firCase("direct", createDirectFir, { kind: "real", taps: 64, decimation: 4 }),
  firCase("direct", createDirectFir, { kind: "real", taps: 1024 }, published(28.4, 256)),
];
