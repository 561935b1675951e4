import { createSpectrogram } from "../fft/spectrogram.ts";
import { allocate } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";
import { zeroNonFinite } from "./finite.ts";
import { powerUnit } from "./power-unit.ts";

/** Points of a transform; segments overlap by half. */
export const OVERVIEW_BINS = 512;
export const OVERVIEW_HOP = OVERVIEW_BINS / 2;

/** What is known of a batch's parts without their spectra. */
export interface OverviewBatch {
  /** The amplitude by which the samples were divided for the GPU. */
  unit: number;
  /** Σ|x|² and the largest |x|² of each part, and its number of NaN and infinite samples. */
  parts: { sum: number; peak: number; nonFinite: number }[];
}

/** Measures the parts of a batch, and replaces NaN and infinite samples by zero. */
export function measuredBatch(
  x: Float32Array<ArrayBuffer>,
  { origin, from, to, part }: Record<"origin" | "from" | "to" | "part", number>,
): OverviewBatch {
  const parts: OverviewBatch["parts"] = [];
  for (let at = from; at < to; at += part) {
    const piece = x.subarray(2 * (at - origin), 2 * (Math.min(at + part, to) - origin));
    const power = powerOf(piece);
    const nonFinite = Number.isFinite(power.sum) ? 0 : zeroNonFinite(piece);
    parts.push({ ...(nonFinite ? powerOf(piece) : power), nonFinite });
  }
  zeroNonFinite(x.subarray(2 * (to - origin)));
  return { parts, unit: powerUnit(x) };
}

function powerOf(x: Float32Array): { sum: number; peak: number } {
  let [sum, peak] = [0, 0];
  for (let i = 0; i < x.length; i += 2) {
    const power = x[i] * x[i] + x[i + 1] * x[i + 1];
    sum += power;
    if (power > peak) peak = power;
  }
  return { sum, peak };
}

/**
 * Computes the spectra of batches.
 *
 * @param part Samples whose spectra become one column.
 * @param size Samples per batch.
 */
export async function createOverviewBatcher(device: GPUDevice, part: number, size: number) {
  const columns = size / part;
  const segments = part / OVERVIEW_HOP;
  const memory = allocate(device);
  const samples = memory.storage("samples of an overview", 8 * (size + OVERVIEW_HOP));
  const starts = memory.storage("segments of an overview", 4 * columns * segments);
  const plan = await createSpectrogram(device, { length: OVERVIEW_BINS, samples, starts, columns, segments });
  return {
    size,
    /** Returns the means and the maxima of the columns. `placeOf` gives the first sample of each segment. */
    submit(x: Float32Array<ArrayBuffer>, placeOf: (segment: number) => number): Promise<ArrayBuffer[]> {
      device.queue.writeBuffer(samples, 0, x);
      device.queue.writeBuffer(
        starts,
        0,
        Uint32Array.from({ length: columns * segments }, (_, s) => placeOf(s)),
      );
      const encoder = device.createCommandEncoder({ label: "overview" });
      plan.encode(encoder);
      const bytes = 4 * columns * OVERVIEW_BINS;
      return readBack(
        device,
        [plan.decibels, plan.peaks].map((buffer) => ({ buffer, size: bytes })),
        encoder,
      );
    },
    destroy() {
      plan.destroy();
      memory.release();
    },
  };
}
