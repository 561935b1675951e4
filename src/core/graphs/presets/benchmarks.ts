import { windowValues } from "../../filter-design/windows.ts";
import { type Preset, preset } from "./preset.ts";

/** A unit of work that Ribero's thesis times, with the times that it publishes. */
interface Benchmark {
  name: string;
  title: string;
  type: string;
  parameters: object;
  /** Elements of a vector; 1 by default. */
  vector?: number;
  output?: "real" | "complex";
  /** Samples, and seconds on the GeForce GT 540M and on the Core i7-2670QM. */
  published?: { samples: number; gpu: number; cpu: number };
}

/** Taps of a low-pass filter, the ideal one times a Hamming window. */
function lowPass(count: number): number[] {
  const weights = windowValues("hamming", count);
  const taps = Array.from(weights, (weight, n) => {
    const t = 0.4 * (n - (count - 1) / 2);
    return weight * (t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => Number((tap / sum).toPrecision(8)));
}

const GIGA = 2 ** 30;
const NOTEBOOK = "a GeForce GT 540M and a Core i7-2670QM";

export const BENCHMARKS: readonly Benchmark[] = [
  {
    name: "add-constant",
    title: "Add a constant",
    type: "add-constant",
    parameters: { constant: 1, imaginary: -1 },
    published: { samples: 8 * GIGA, gpu: 4.06, cpu: 24.7 },
  },
  {
    name: "multiply-constant",
    title: "Multiply by a constant",
    type: "multiply-constant",
    parameters: { constant: 0.6, imaginary: 0.8 },
    published: { samples: 8 * GIGA, gpu: 4.18, cpu: 143 },
  },
  { name: "conjugate", title: "Conjugate", type: "conjugate", parameters: {} },
  { name: "magnitude", title: "Magnitude", type: "magnitude", parameters: {}, output: "real" },
  {
    name: "fir-64",
    title: "FIR filter, 64 taps",
    type: "fir-filter",
    parameters: { design: "taps", taps: lowPass(64) },
    published: { samples: GIGA, gpu: 9.18, cpu: 67 },
  },
  {
    name: "fir-1024",
    title: "FIR filter, 1024 taps",
    type: "fir-filter",
    parameters: { design: "taps", taps: lowPass(1024) },
    published: { samples: GIGA / 4, gpu: 28.4, cpu: 121 },
  },
  {
    name: "fft-filter-512",
    title: "FFT filter, 512 taps",
    type: "fft-filter",
    parameters: { design: "taps", taps: lowPass(512) },
    published: { samples: 4 * GIGA, gpu: 27, cpu: 62.4 },
  },
  {
    name: "iir-4",
    title: "IIR filter, 4 taps",
    type: "iir-filter",
    // Butterworth of order 3, cutoff at 0.2 of half the rate.
    parameters: {
      design: "coefficients",
      forward: [0.018098933, 0.054296799, 0.054296799, 0.018098933],
      backward: [1, -1.76004188, 1.182893262, -0.278059918],
    },
    published: { samples: GIGA, gpu: 30.7, cpu: 141 },
  },
  {
    name: "fft-1024",
    title: "FFT, 1024 points",
    type: "fft",
    parameters: { length: 1024 },
    vector: 1024,
    published: { samples: 16 * GIGA, gpu: 12.2, cpu: 64.8 },
  },
];

/** Samples that the source repeats. */
const LIST = Array.from({ length: 64 }, (_, n) => [
  Number(Math.cos(1.7 * n + 0.02 * n * n).toFixed(6)),
  Number(Math.sin(2.3 * n - 0.01 * n * n).toFixed(6)),
]);

export const benchmarks: readonly Preset[] = BENCHMARKS.map(
  ({ name, title, type, parameters, vector = 1, output = "complex", published }) =>
    preset({
      name: `benchmark-${name}`,
      title: `Benchmark: ${title}`,
      text: [
        "One of the units of work in M. Ribero’s thesis “Software Defined Radio over CUDA” (2015). The graph repeats a list of complex samples, does the work, and drops the result. So its time is the time of the work and of its memory traffic.",
        published
          ? `The thesis publishes ${published.gpu} s on the GPU and ${published.cpu} s on the CPU for ${published.samples / GIGA} · 2³⁰ samples, with ${NOTEBOOK}.`
          : "The thesis has this block, and publishes no time for it in its summary.",
      ],
      blocks: {
        samples: ["list-source", { items: LIST }, 0],
        ...(vector > 1 ? { vectors: ["stream-to-vector", { length: vector }, 1] as const } : {}),
        work: [type, parameters, 2],
        end: ["null-sink", { type: output, vector }, 3],
      },
      connections: [
        ...(vector > 1 ? ["samples.out vectors.in", "vectors.out work.in"] : ["samples.out work.in"]),
        "work.out end.in",
      ],
    }),
);
