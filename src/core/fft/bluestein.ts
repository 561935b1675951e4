import bluesteinKernel from "#shaders/fft/bluestein.wgsl?raw";
import { type Owner, owning } from "../gpu/owning.ts";
import { allocate } from "../gpu/pool.ts";
import { gridOf } from "../gpu/rows.ts";
import { fill } from "../gpu/submit.ts";
import { sequence } from "../gpu/timing.ts";
import type { Fft } from "./pass.ts";
import { cheapLength, createFftPasses, passesOf } from "./passes.ts";
import { FFT_GROUP, FFT_MAX_LENGTH, FFT_POINTS, fftLibrary, longestWorkgroupFft } from "./workgroup.ts";

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
 * computation of the discrete Fourier transform, 1970): within one workgroup up to 1024 points, on many devices up to 8192, above that by longer
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
  return owning(device, (owner) =>
    points <= longestWorkgroupFft(device)
      ? createShort(device, owner, label, config, points)
      : createLong(device, owner, label, config, cheapLength(2 * length - 1)),
  );
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

type Transforms = Omit<Fft, "destroy">;

async function createShort(
  device: GPUDevice,
  { memory, keep, stage }: Owner,
  label: string,
  config: BluesteinConfig,
  points: number,
): Promise<Transforms> {
  const { length, batch, input, inverse = false, inPlace = false } = config;
  const group = Math.max(FFT_GROUP, points / FFT_POINTS);
  const spectrum = await keep(createChirpSpectrum(device, length, points, 1 / points));
  const output = inPlace ? input : memory.storage("transforms", batch * length * 8);
  const transforms = await stage({
    label,
    wgsl: [bluesteinKernel, ...fftLibrary(device, { length: points, group })],
    constants: {
      FFT_LENGTH: points,
      GROUP: group,
      LENGTH: length,
      INVERSE: Number(inverse),
      IN_PLACE: Number(inPlace),
    },
    resources: {
      input: inPlace ? memory.storage("no input", 8) : input,
      chirp: memory.constant("chirp", chirpOf(length)),
      spectrum: spectrum.output,
      output,
      params: { batch },
    },
    groups: gridOf(device, Math.ceil((batch * points) / (FFT_POINTS * group))),
  });
  return { ...transforms, output };
}

async function createLong(
  device: GPUDevice,
  { memory, keep }: Owner,
  label: string,
  config: BluesteinConfig,
  points: number,
): Promise<Transforms> {
  const { length, batch, input, inverse = false, inPlace } = config;
  const spectrum = await keep(createChirpSpectrum(device, length, points));
  const turned = memory.constant("chirp", chirpOf(length));
  const lengths = lengthsOf(device, points);
  const forward = await keep(
    createFftPasses(device, {
      lengths,
      batch,
      input,
      chirped: {
        input: { factors: turned, length, swap: inverse },
        output: { factors: spectrum.output, length: points },
      },
    }),
  );
  const factors = inverse ? memory.constant("chirp over N", chirpOf(length, 1 / length)) : turned;
  const back = await keep(
    createFftPasses(device, {
      lengths,
      batch,
      input: forward.output,
      inverse: true,
      output: inPlace ? input : undefined,
      chirped: { output: { factors, length, swap: inverse } },
    }),
  );
  return { ...sequence(label, [forward, back]), output: back.output };
}
