import { createAcquisition } from "../../acquisition/acquisition.ts";
import { createAutocorrelation } from "../../acquisition/autocorrelation.ts";
import { PLATEAU, TRAINING_THRESHOLD } from "../../acquisition/search.ts";
import { owning } from "../../../gpu/owning.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { readBack } from "../../../gpu/readback.ts";
import { FRAME_BYTES, type FrameLine, frameLines } from "../../frame-table.ts";

/** Detection by autocorrelation in the first samples of a section. */
export interface PreambleDetection {
  /** |ρ|² by sample. */
  metric: Float32Array;
  threshold: number;
  /** The first sample of the first plateau above the threshold; null without one. */
  plateau: number | null;
  /** The estimates from the preamble of the section's first frame; null without one. */
  found: Pick<FrameLine, "start" | "offset" | "noise" | "status"> | null;
}

/** Most frames in a stretch. */
export const CAPACITY = 8;

/** The kernels of {@link detect}: the metric of the first samples, and the search in all of them. */
export async function createDetection(device: GPUDevice, samples: GPUBuffer, length: number, shown: number) {
  return owning(device, async ({ keep }) => ({
    autocorrelation: await keep(
      createAutocorrelation(device, { samples, length: Math.min(length, shown), threshold: "values" }),
    ),
    acquisition: await keep(createAcquisition(device, { samples, length, capacity: CAPACITY })),
  }));
}

/**
 * Detects the frames of a stretch of samples.
 *
 * @param samples vec2f [length].
 * @param shown Samples whose metric is returned.
 */
export async function detect(
  { device }: Gpu,
  samples: GPUBuffer,
  length: number,
  shown: number,
): Promise<PreambleDetection> {
  const metrics = Math.min(length, shown);
  const { autocorrelation, acquisition, destroy } = await createDetection(device, samples, length, shown);
  try {
    const encoder = device.createCommandEncoder({ label: "detection" });
    autocorrelation.encode(encoder);
    acquisition.encode(encoder);
    const [values, counts, frames] = await readBack(
      device,
      [
        { buffer: autocorrelation.output, size: 4 * metrics },
        { buffer: acquisition.counts, size: 4 },
        { buffer: acquisition.frames, size: CAPACITY * FRAME_BYTES },
      ],
      encoder,
    );
    const metric = new Float32Array(values);
    const [count] = new Uint32Array(counts);
    const found = frameLines(frames, Math.min(count, CAPACITY)).find(({ status }) => status !== "no long training");
    return { metric, threshold: TRAINING_THRESHOLD, plateau: plateauOf(metric), found: found ?? null };
  } finally {
    destroy();
  }
}

/** Returns the first of as many samples above the threshold as make a candidate. */
function plateauOf(metric: Float32Array): number | null {
  let above = 0;
  for (const [n, value] of metric.entries()) {
    above = value > TRAINING_THRESHOLD ? above + 1 : 0;
    if (above === PLATEAU) return n - PLATEAU + 1;
  }
  return null;
}
