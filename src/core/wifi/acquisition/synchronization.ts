import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import finiteSample from "#shaders/wifi/lib/finite-sample.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import synchronizationKernel from "#shaders/wifi/acquisition/synchronization.wgsl?raw";
import { fft } from "../../fft/fft.float64.ts";
import { type Groups } from "../../gpu/kernel.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { FFT_LENGTH, LONG_GUARD_SAMPLES, TRAINING_SAMPLES, WINDOW_ADVANCE } from "../frame/symbol.ts";
import { LONG_TRAINING } from "../frame/training.ts";
import { FRAME_BYTES } from "../frame-table.ts";
import { EARLY, LIKENESS, SEARCH, STRENGTH } from "./search.ts";

export interface SynchronizationConfig {
  /** Received samples, vec2f [length]. Samples that are not finite, or beyond 2^50, count as 0. */
  samples: GPUBuffer;
  length: number;
  /** A candidate, and the sample at which the next search begins, `EARLY` later: vec2u [candidate]. */
  candidates: GPUBuffer;
  /** u32: the number of candidates first. */
  counts: GPUBuffer;
  /** Workgroups: one per candidate. */
  groups: Groups;
  /** Most candidates. */
  capacity: number;
  /** Least likeness of a long training, 0 to 1. Default: {@link LIKENESS}. */
  likeness?: number;
}

interface Synchronization extends Plan {
  /** The table, struct Frame of lib/frame.wgsl [candidate]: start, offsets, noise and status; all else is 0. */
  readonly frames: GPUBuffer;
  /** H, vec2f [candidate][64] by bin; 0 on unused bins, and everywhere without a long training. */
  readonly channel: GPUBuffer;
  /** Limits the samples to the first `length`. Takes effect for later submissions. */
  setLength(length: number): void;
}

/**
 * Finds the long training of each candidate, and estimates from both trainings the frame's start, its carrier frequency offset, the
 * samples' constant offset, the noise and the channel. The energy's centre of the channel's impulse response comes at the start
 * unless paths outside the guard interval would then interfere more.
 *
 * @throws RangeError when a number of the configuration is out of range.
 */
export async function createSynchronization(
  device: GPUDevice,
  config: SynchronizationConfig,
): Promise<Synchronization> {
  const label = "wifi/acquisition/synchronization";
  const { samples, candidates, counts, groups, likeness = LIKENESS } = config;
  const length = checkedCount(label, "length", config.length);
  const capacity = checkedCount(label, "capacity", config.capacity);
  if (!(likeness >= 0 && likeness <= 1)) {
    throw new RangeError(`${label}: likeness must be a number from 0 to 1, got ${likeness}`);
  }
  const constants = {
    EARLY,
    SEARCH,
    LIKENESS: likeness,
    STRENGTH,
    LONG: TRAINING_SAMPLES + LONG_GUARD_SAMPLES,
    ADVANCE: WINDOW_ADVANCE,
  };
  const wgsl = [synchronizationKernel, wifiFrame, finiteSample, complex, phasor, angle];
  const memory = allocate(device);
  const size = 8 * FFT_LENGTH * capacity;
  const frames = memory.storage("frames", FRAME_BYTES * capacity);
  const channel = memory.storage("channel", size);
  const stage = await createStage(device, {
    label,
    wgsl,
    constants,
    resources: {
      samples,
      candidates: { buffer: candidates, size: 8 * capacity },
      counts,
      training: memory.constant("long training", trainingTable()),
      frames,
      channel: { buffer: channel, size },
      params: { length },
    },
    groups,
    memory,
  });
  return { ...stage, frames, channel, setLength: (now) => stage.set({ length: now }) };
}

/** The long training's symbol in time, and its carriers, f32 [64][4]. */
function trainingTable(): Float32Array<ArrayBuffer> {
  const symbol = fft(Float64Array.from(LONG_TRAINING), true);
  return Float32Array.from({ length: 4 * FFT_LENGTH }, (_, i) => {
    const [k, part] = [i >> 2, i & 3];
    return part < 2 ? symbol[2 * k + part] : LONG_TRAINING[2 * k + part - 2];
  });
}
