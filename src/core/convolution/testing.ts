import { readFileSync } from "node:fs";
import { noise } from "../gpu/check.ts";
import { allocate } from "../gpu/pool.ts";
import { readFloats } from "../gpu/readback.ts";
import { convolveBatch } from "./direct-global.reference.ts";
import type { Convolution, ConvolutionConfig, ConvolutionSizes } from "./plan.ts";

export const plainSizes: ConvolutionSizes = {
  signals: 1,
  inputStride: 500,
  origin: 0,
  outputLength: 500,
  decimation: 1,
  taps: 1,
  precursors: 0,
};

/** Awkward sizes, and the receiver's own, by name. Filters span at most 1024 samples. */
export const awkwardSizes: readonly (readonly [string, ConvolutionSizes])[] = [
  ["1 tap", plainSizes],
  ["1 sample", { ...plainSizes, inputStride: 1, outputLength: 1 }],
  ["a signal shorter than its filter", { ...plainSizes, signals: 3, inputStride: 50, taps: 186, precursors: 60 }],
  ["all output, from the first sample in to the last", { ...plainSizes, inputStride: 97, outputLength: 127, taps: 31 }],
  [
    "prime sizes",
    { ...plainSizes, signals: 7, inputStride: 4099, origin: 13, outputLength: 4073, taps: 101, precursors: 97 },
  ],
  [
    "one cascade for all signals",
    { ...plainSizes, signals: 3, taps: 37, precursors: 18, shared: true, cascade: { taps: [0.5, 1, 2, -1], delay: 1 } },
  ],
  ["the last sample alone", { ...plainSizes, origin: 499, outputLength: 20, taps: 9 }],
  ["one output every 2 samples", { ...plainSizes, decimation: 2, outputLength: 317, inputStride: 631, taps: 24 }],
  ["one output every 3 samples", { ...plainSizes, decimation: 3, outputLength: 167, taps: 129, precursors: 3 }],
  ["one output every 8 samples", { ...plainSizes, decimation: 8, outputLength: 63, inputStride: 499, taps: 130 }],
  [
    "an origin before the row, a second filter without delay",
    { ...plainSizes, origin: -77, taps: 41, precursors: 40, cascade: { taps: [1, -2, 0.5], delay: 0 } },
  ],
  [
    "the receiver's matched filter",
    {
      signals: 3,
      inputStride: 16384,
      origin: 200,
      outputLength: 6336,
      decimation: 2,
      taps: 186,
      precursors: 60,
      cascade: { taps: [...noise(23, 23)], delay: 11 },
    },
  ],
];

/**
 * Runs a plan over outputs filled with NaN, and the reference.
 *
 * @param x Complex samples, [signal][inputStride].
 * @param c Complex taps, [signal][taps], or [taps] where `shared`.
 * @returns Each signal's outputs of both.
 */
export async function convolveBoth(
  device: GPUDevice,
  create: (device: GPUDevice, config: ConvolutionConfig) => Promise<Convolution>,
  sizes: ConvolutionSizes,
  [x, c]: readonly [Float64Array, Float64Array],
): Promise<{ got: Float32Array; expected: Float64Array }[]> {
  const { signals, outputLength } = sizes;
  const memory = allocate(device);
  const input = memory.constant("samples", Float32Array.from(x));
  const filters = memory.constant("taps", Float32Array.from(c));
  const plan = await create(device, { ...sizes, input, filters });
  device.queue.writeBuffer(plan.output, 0, new Float32Array(plan.output.size / 4).fill(Number.NaN));
  const encoder = device.createCommandEncoder();
  plan.encode(encoder);
  device.queue.submit([encoder.finish()]);
  const y = await readFloats(device, plan.output, 2 * signals * outputLength);
  plan.destroy();
  memory.release();
  const expected = convolveBatch(sizes, x, c);
  return Array.from({ length: signals }, (_, s) => {
    const [from, to] = [2 * s * outputLength, 2 * (s + 1) * outputLength];
    return { got: y.subarray(from, to), expected: expected.subarray(from, to) };
  });
}

/** Numbers of samples and of taps, real and imaginary. */
export function inputLengths({ signals, inputStride, taps, shared }: ConvolutionSizes): [number, number] {
  return [2 * signals * inputStride, 2 * (shared ? 1 : signals) * taps];
}

type Numbers = (number | [number, number])[];

/** Returns liquid-dsp's vectors of FIR filters, by name: h is the taps, x the input, y the expected output. */
export function liquidFilters(): { name: string; decimation: number; h: Numbers; x: Numbers; y: Numbers }[] {
  const { vectors }: { vectors: Record<string, Record<string, Numbers>> } = JSON.parse(
    readFileSync(new URL("./direct.vectors.json", import.meta.url), "utf8"),
  );
  return Object.entries(vectors).map(([name, parts]) => {
    const [h, x, y] = ["h", "x", "y"].map((end) => parts[`${name}_${end}`]);
    return { name, decimation: Number(/M(\d+)/.exec(name)?.[1] ?? 1), h, x, y };
  });
}
