import bluesteinKernel from "#shaders/fft/bluestein.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { fill } from "../gpu/submit.ts";
import { spread, type Plan } from "../gpu/timing.ts";
import { createChirp } from "./chirp.ts";
import type { Fft } from "./pass.ts";
import { cheapLength, createFftPasses, passesOf } from "./passes.ts";
import { FFT_GROUP, FFT_LIBRARY, FFT_MAX_LENGTH } from "./workgroup.ts";

export interface BluesteinConfig {
  /** Points per transform, 2 … 2^22. */
  length: number;
  /** Number of transforms, ≥ 1. */
  batch: number;
  /** Complex samples, [batch][length]. */
  input: GPUBuffer;
  /** Whether the exponent has the sign + and the result the factor 1/N. */
  inverse?: boolean;
  /** Whether the transforms replace the samples. */
  inPlace?: boolean;
}

/**
 * Batched FFT of any length, as a circular convolution (L. Bluestein, A linear filtering approach to the
 * computation of the discrete Fourier transform, 1970): within one workgroup up to 1024 points, above that by longer
 * transforms and inverse transforms.
 *
 * @throws RangeError when `length` or `batch` is not a positive integer, or `length` more than 2^22.
 */
export async function createBluestein(device: GPUDevice, config: BluesteinConfig): Promise<Fft> {
  const { length, batch } = config;
  const label = "fft/bluestein";
  for (const [name, value, most] of [["length", length, 2 ** 22] as const, ["batch", batch, Infinity] as const]) {
    if (!Number.isInteger(value) || value < 1 || value > most) {
      throw new RangeError(
        `${label}: ${name} must be an integer ≥ 1${most < Infinity ? ` and ≤ ${most}` : ""}, got ${value}`,
      );
    }
  }
  const points = shortPoints(length);
  return points <= FFT_MAX_LENGTH
    ? createShort(device, label, config, points)
    : createLong(device, label, config, rowOf(length));
}

/** Points of the inner transforms, if a workgroup has room for them. */
const shortPoints = (length: number) => Math.max(16, 2 ** Math.ceil(Math.log2(2 * length - 1)));

/** Returns the most points of a transform in a buffer: beyond a workgroup, the passes of the inner transforms. */
export const rowOf = (length: number) => (shortPoints(length) <= FFT_MAX_LENGTH ? length : cheapLength(2 * length - 1));

/** w[n] = e^{−jπn²/N}, n < N, times a scale; complex pairs. */
function chirpOf(length: number, scale = 1): Float32Array<ArrayBuffer> {
  const w = new Float32Array(2 * length);
  for (let n = 0; n < length; n++) {
    const angle = (-Math.PI * ((n * n) % (2 * length))) / length;
    w[2 * n] = scale * Math.cos(angle);
    w[2 * n + 1] = scale * Math.sin(angle);
  }
  return w;
}

/** Returns the spectrum of w*[n], |n| < N, over the given number of points; it is computed once. */
async function createChirpSpectrum(device: GPUDevice, length: number, points: number, scale = 1): Promise<Fft> {
  const w = chirpOf(length, scale);
  const b = new Float32Array(2 * points);
  for (let n = 0; n < length; n++) {
    const value = [w[2 * n], -w[2 * n + 1]];
    b.set(value, 2 * n);
    b.set(value, 2 * ((points - n) % points));
  }
  const memory = allocate(device);
  const input = memory.constant("chirp", b);
  const plan = await createFftPasses(device, { lengths: lengthsOf(device, points), batch: 1, input });
  const encoder = device.createCommandEncoder({ label: "spectrum of a chirp" });
  plan.encode(encoder);
  fill(device, encoder, [plan.output]);
  memory.release();
  return plan;
}

function lengthsOf(device: GPUDevice, points: number): number[] {
  return passesOf(points, device) as number[];
}

async function createShort(device: GPUDevice, label: string, config: BluesteinConfig, points: number): Promise<Fft> {
  const { length, batch, input, inverse = false, inPlace = false } = config;
  const kernel = await compile(device, {
    label,
    wgsl: [bluesteinKernel, ...FFT_LIBRARY],
    constants: {
      FFT_LENGTH: points,
      GROUP: FFT_GROUP,
      LENGTH: length,
      INVERSE: Number(inverse),
      IN_PLACE: Number(inPlace),
    },
  });
  const memory = allocate(device);
  const spectrum = await createChirpSpectrum(device, length, points, 1 / points);
  const output = inPlace ? input : memory.storage("transforms", batch * length * 8);
  const bound = kernel.bind({
    input: inPlace ? memory.storage("no input", 8) : input,
    chirp: memory.constant("chirp", chirpOf(length)),
    spectrum: spectrum.output,
    output,
    params: { batch },
  });
  const groups = Math.ceil((batch * points) / FFT_MAX_LENGTH);
  const rows = Math.ceil(groups / device.limits.maxComputeWorkgroupsPerDimension);
  return {
    label,
    output,
    encode: (encoder, timestampWrites) => bound.encode(encoder, [Math.ceil(groups / rows), rows], timestampWrites),
    destroy() {
      bound.destroy();
      spectrum.destroy();
      memory.release();
    },
  };
}

async function createLong(device: GPUDevice, label: string, config: BluesteinConfig, points: number): Promise<Fft> {
  const { length, batch: rows, input, inverse = false, inPlace } = config;
  const memory = allocate(device);
  const spectrum = await createChirpSpectrum(device, length, points);
  const lengths = lengthsOf(device, points);
  const turned = memory.constant("chirp", chirpOf(length));
  const padded = await createChirp(device, {
    rows,
    input,
    inputLength: length,
    factors: turned,
    length: points,
    kept: length,
    swap: inverse ? "before" : undefined,
  });
  const forward = await createFftPasses(device, { lengths, batch: rows, input: padded.output });
  const product = await createChirp(device, {
    rows,
    input: forward.output,
    inputLength: points,
    factors: spectrum.output,
    length: points,
    kept: points,
    output: padded.output,
  });
  const back = await createFftPasses(device, { lengths, batch: rows, input: product.output, inverse: true });
  const cut = await createChirp(device, {
    rows,
    input: back.output,
    inputLength: points,
    factors: inverse ? memory.constant("chirp over N", chirpOf(length, 1 / length)) : turned,
    length,
    kept: length,
    swap: inverse ? "after" : undefined,
    output: inPlace ? input : undefined,
  });
  const stages: Plan[] = [padded, forward, product, back, cut];
  return {
    label,
    output: cut.output,
    encode(encoder, timestampWrites) {
      const timing = spread(timestampWrites, stages.length);
      for (const [i, stage] of stages.entries()) stage.encode(encoder, timing[i]);
    },
    destroy() {
      for (const stage of [...stages, spectrum]) stage.destroy();
      memory.release();
    },
  };
}
