import type { Recording } from "../capture/recording.ts";
import { createWelch } from "../fft/welch.ts";
import type { Gpu } from "../gpu/device.ts";
import { allocate } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";

/** A first look at a recording, from stretches spread over all of it. */
export interface RecordingPreview {
  /** From the centre, in MHz; in cycles per sample where the rate is unknown. */
  frequency: Float32Array<ArrayBuffer>;
  /** Power per bin relative to the strongest, dB. */
  powerDb: Float32Array<ArrayBuffer>;
  /** Mean power, dB relative to |x|² = 1. */
  meanDb: number;
  /** Samples that were looked at, and those of them that hold a NaN or an infinity. */
  looked: number;
  nonFinite: number;
}

const MAX_BINS = 1024;
const MIN_BINS = 16;
const STRETCHES = 32;
const STRETCH = 8192;

/**
 * Power spectrum and mean power of 32 stretches of 8192 samples spread evenly: a 4 GB file is looked at as fast as a 4 MB
 * one. Samples that are no numbers count as zero, and so does what a recording has less than 16 samples.
 */
export async function previewRecording(gpu: Gpu, recording: Recording): Promise<RecordingPreview> {
  const { samples, sampleRate } = recording;
  const rowStride = Math.min(STRETCH, Math.max(MIN_BINS, samples));
  const rows = Math.max(1, Math.min(STRETCHES, Math.floor(samples / rowStride)));
  const page = new Float32Array(2 * rowStride * rows);
  let [power, looked, nonFinite] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const last = Math.max(0, samples - rowStride);
    const stretch = await recording.read(rows > 1 ? Math.floor((last * row) / (rows - 1)) : 0, rowStride);
    looked += stretch.length / 2;
    for (let i = 0; i < stretch.length; i += 2) {
      const size = stretch[i] ** 2 + stretch[i + 1] ** 2;
      if (!Number.isFinite(size)) {
        nonFinite++;
        stretch.fill(0, i, i + 2);
      } else power += size;
    }
    page.set(stretch, 2 * rowStride * row);
  }
  const bins = Math.min(MAX_BINS, 2 ** Math.floor(Math.log2(rowStride)));
  const spectrum = await spectrumOf(gpu, page, { bins, rowStride, rows });
  const peak = spectrum.reduce((most, value) => Math.max(most, value), 0) || 1;
  const scale = sampleRate === undefined ? 1 : sampleRate / 1e6;
  const half = bins / 2;
  return {
    frequency: Float32Array.from({ length: bins }, (_, k) => ((k - half) / bins) * scale),
    powerDb: Float32Array.from({ length: bins }, (_, k) => decibels(spectrum[(k + half) % bins] / peak)),
    meanDb: decibels(power / Math.max(1, looked - nonFinite)),
    looked,
    nonFinite,
  };
}

async function spectrumOf(
  { device }: Gpu,
  page: Float32Array<ArrayBuffer>,
  { bins, rowStride, rows }: { bins: number; rowStride: number; rows: number },
): Promise<Float32Array> {
  const memory = allocate(device);
  const samples = memory.constant("stretches of a recording", page);
  const welch = await createWelch(device, { length: bins, samples, rowStride, rows: { first: 0, count: rows } });
  try {
    const encoder = device.createCommandEncoder({ label: "preview" });
    welch.encode(encoder);
    const [bytes] = await readBack(device, [{ buffer: welch.spectrum, size: 4 * bins }], encoder);
    return new Float32Array(bytes);
  } finally {
    welch.destroy();
    memory.release();
  }
}

const decibels = (power: number) => 10 * Math.log10(Math.max(power, 1e-12));
