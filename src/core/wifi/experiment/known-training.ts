import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import knownTrainingKernel from "#shaders/wifi/experiment/known-training.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { type FrameTable } from "../frame-table.ts";
import { FFT_LENGTH, LONG_GUARD_SAMPLES, TRAINING_SAMPLES, WINDOW_ADVANCE } from "../frame/symbol.ts";
import { LONG_TRAINING } from "../frame/training.ts";

export interface KnownTrainingConfig extends FrameTable {
  /** vec2f. */
  samples: GPUBuffer;
  /** Most frames. */
  capacity: number;
}

export interface KnownTraining extends Plan {
  /** vec2f [frame][64] by bin, 0 on unused bins. */
  readonly channel: GPUBuffer;
}

/**
 * Estimates the channel of frames whose starts and offsets the table holds already, from both symbols of the long training.
 *
 * @throws RangeError when `capacity` is not a positive integer.
 */
export async function createKnownTraining(device: GPUDevice, config: KnownTrainingConfig): Promise<KnownTraining> {
  const label = "wifi/experiment/known-training";
  const capacity = checkedCount(label, "capacity", config.capacity);
  const constants = { FIRST: TRAINING_SAMPLES + LONG_GUARD_SAMPLES - WINDOW_ADVANCE };
  const memory = allocate(device);
  const channel = memory.storage("estimated channels", capacity * FFT_LENGTH * 8);
  const signs = memory.constant(
    "signs of the long training",
    Float32Array.from({ length: FFT_LENGTH }, (_, bin) => LONG_TRAINING[2 * bin]),
  );
  const { samples, frames, counts, dispatches } = config;
  const stage = await createStage(device, {
    label,
    wgsl: [knownTrainingKernel, wifiFrame, complex, phasor],
    constants,
    resources: { samples, frames, counts, signs, channel },
    groups: dispatches.frames,
    memory,
  });
  return { ...stage, channel };
}
