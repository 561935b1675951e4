import fdeBins from "#shaders/telemetry/equalizer/lib/fde-bins.wgsl?raw";
import fdeWorkgroup from "#shaders/telemetry/equalizer/fde-workgroup.wgsl?raw";
import { FFT_POINTS, pairLibrary } from "../../fft/workgroup.ts";
import { allocate } from "../../gpu/pool.ts";
import { createStage, type KernelStage } from "../../gpu/stage.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";

export interface FdeWorkgroupConfig {
  slots: number;
  /** N, a power of two from 128 to `longestWorkgroupFft`. */
  length: number;
  /** vec2f [slot][N] */
  window: GPUBuffer | GPUBufferBinding;
  /** ĥ, vec2f [slot][38]. */
  impulse: GPUBuffer | GPUBufferBinding;
  /** σ̂², f32 [slot]. */
  noise: GPUBuffer | GPUBufferBinding;
  /** D(k)/N: a real filter for all packets, and the scale of the inverse transform; f32 [N]. */
  response: GPUBuffer;
  /** w(k) of one or two equalizers, N numbers each. */
  weights: readonly ArrayLike<number>[];
  /** The first kept output: sample 2·start of the window. */
  start: number;
  /** Kept outputs, every second sample. */
  outputLength: number;
  /** vec2f [slot][outputLength] for each equalizer. */
  outputs: readonly GPUBufferBinding[];
}

/**
 * One or two frequency-domain equalizers, C = conj(H)/(|H|² + w·σ̂²), of whole windows, one window per workgroup. It reads
 * each window once, and the two equalizers share its spectrum and the channel's.
 */
export async function createFdeWorkgroup(device: GPUDevice, config: FdeWorkgroupConfig): Promise<KernelStage> {
  const { slots, length, window, impulse, noise, response, weights, start, outputLength, outputs } = config;
  const memory = allocate(device);
  const group = length / FFT_POINTS;
  return createStage(device, {
    label: "equalizer/fde-workgroup",
    wgsl: [fdeWorkgroup, fdeBins, ...pairLibrary(device, { length, group })],
    constants: {
      FFT_LENGTH: length,
      GROUP: group,
      TAPS: CHANNEL_TAPS,
      PRECURSORS: CHANNEL_PRECURSORS,
      START: start,
      LENGTH: outputLength,
      SETS: weights.length,
    },
    resources: {
      window,
      impulse,
      noise,
      response,
      weights: memory.constant("noise weights", Float32Array.from(weights.flatMap((set) => Array.from(set)))),
      first: outputs[0],
      second: outputs[1] ?? memory.storage("no second equalizer", 8),
    },
    groups: slots,
    memory,
  });
}
