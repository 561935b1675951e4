import { type BenchCase, batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { SAMPLE_BYTES } from "../stream/block.ts";
import { fir } from "./direct.reference.ts";
import { firBytes, firOutput, type FirSizes } from "./plan.ts";
import { type FirName, firs } from "./registry.ts";

const SIGNALS = 16;
/** Samples that differ from those before them. */
const PERIOD = 2 ** 16;

/** Products in float64 that a check may cost. */
const CHECKED_PRODUCTS = 2 ** 24;

/** 64 M numbers, real samples or parts of complex ones, filtered by a method; the first samples of signals are checked. */
function firCase(
  method: FirName,
  filter: Omit<FirSizes, "signals" | "length">,
  published?: BenchCase["published"],
): BenchCase {
  const { kind, taps, complexTaps, decimation = 1 } = filter;
  const width = SAMPLE_BYTES[kind] / 4;
  const outputWidth = SAMPLE_BYTES[firOutput(filter)] / 4;
  const length = 2 ** 22 / width;
  const words = [`${taps} ${complexTaps ? "complex " : ""}taps`, ...(decimation > 1 ? [`every ${decimation}th`] : [])];
  return batchCase({
    name: `fir/${method} ${words.join(", ")}, ${SIGNALS} × ${length} ${kind} samples`,
    bytes: firBytes({ ...filter, signals: SIGNALS, length }),
    published,
    batch: { jobs: SIGNALS, bytes: length * 4 * Math.max(width, outputWidth / decimation) },
    async prepare(device, memory, signals) {
      const x = noise(1, PERIOD * width);
      const h = Float64Array.from(noise(2, taps * (complexTaps ? 2 : 1)));
      const input = tiled(device, memory, "samples", x, (signals * length) / PERIOD);
      const plan = await firs[method].create(device, { ...filter, signals, length, taps: h, input });
      const row = (length / decimation) * outputWidth;
      const expected = () => fir(tiledRow(x, 0, width * Math.min(PERIOD, CHECKED_PRODUCTS / taps)), h, filter);
      return { plan, check: { output: plan.output, row, width: outputWidth === 2 ? 2 : 1, expected } };
    },
  });
}

/** M. Ribero, Software Defined Radio over CUDA (2015), in proportion to 64 M samples. */
const published = (seconds: number, megasamples: number) => ({
  ms: (seconds * 1000 * 64) / megasamples,
  on: `GT 540M, 64 of ${megasamples} M samples`,
});

/** The filters by transforms: short ones, usual ones and the longest. */
export const fftFirCases = (method: FirName) => [
  firCase(method, { kind: "real", taps: 64 }),
  firCase(method, { kind: "real", taps: 512 }, published(27, 4096)),
  firCase(method, { kind: "complex", taps: 512, complexTaps: true }),
  firCase(method, { kind: "real", taps: 2048 }),
];

export const cases = [
  firCase("direct", { kind: "real", taps: 64 }, published(9.18, 1024)),
  firCase("direct", { kind: "real", taps: 64, complexTaps: true }),
  firCase("direct", { kind: "complex", taps: 64 }),
  firCase("direct", { kind: "complex", taps: 64, complexTaps: true }),
  firCase("direct", { kind: "real", taps: 64, decimation: 4 }),
  firCase("direct", { kind: "real", taps: 1024 }, published(28.4, 256)),
];
