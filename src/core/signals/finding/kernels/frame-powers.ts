import framePowers from "#shaders/signals/finding/kernels/frame-powers.wgsl?raw";
import { FFT_MAX_LENGTH, FFT_POINTS, fftGroup, fftLibrary } from "../../../fft/workgroup.ts";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { RAW_SAMPLE, type RawPage } from "../../../capture/raw-page.ts";
import { RAW_FORMATS } from "../../../capture/raw-samples.ts";
import type { Resolution } from "../resolution.ts";

/** Powers of the frames of a page. */
export interface FramePowers extends Plan {
  /** float32 [frame][bin], negative frequencies first. Times the sample rate in Hz: a complex tone of amplitude 1 has a density of 1. */
  readonly powers: GPUBuffer;
}

/** @param frames Most frames of a page. */
export async function createFramePowers(
  device: GPUDevice,
  { format, raw, page, resolution, frames }: Pick<RawPage, "format" | "raw" | "page"> & FramePowersConfig,
): Promise<FramePowers> {
  const { length, hop, window } = resolution;
  const memory = allocate(device);
  const powers = memory.storage("frame powers", 4 * frames * length);
  const parts = Math.max(1, length / FFT_MAX_LENGTH);
  const group = fftGroup(device, length / parts, frames * parts);
  const stage = await createStage(device, {
    label: "signals/finding/kernels/frame-powers",
    wgsl: [framePowers, ...RAW_SAMPLE, ...fftLibrary(device, { length: length / parts, group })],
    constants: {
      FFT_LENGTH: length / parts,
      PARTS: parts,
      GROUP: group,
      FORMAT: RAW_FORMATS.indexOf(format),
      HOP: hop,
      SCALE: 1 / window.reduce((sum, value) => sum + value * value, 0),
    },
    resources: { raw, page, window: memory.constant("window", Float32Array.from(window)), powers },
    groups: Math.ceil((frames * length) / (group * FFT_POINTS)),
    memory,
  });
  return { ...stage, powers };
}

interface FramePowersConfig {
  resolution: Resolution;
  frames: number;
}
