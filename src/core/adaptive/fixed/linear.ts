import complex from "#shaders/lib/complex.wgsl?raw";
import linearKernel from "#shaders/adaptive/fixed/linear.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";

/** Taps that do not change during a packet. */
export interface FixedTaps {
  /** N, 1 to 256. */
  forwardTaps: number;
  /** Nb, taps on past symbols. Default 0. */
  feedbackTaps?: number;
  /** δ in samples. */
  delay: number;
  /** w and b: complex f32, [N + Nb][packet] or [N + Nb]. */
  taps: GPUBuffer;
  hasOwnTaps: boolean;
}

export interface LinearEqualizer extends Plan, EqualizedBatch {
  /** Sets δ in samples. */
  setDelay(delay: number): void;
}

const GROUP = 64;
/** Workgroups along y; the rest is along z. */
const ROWS = 32_768;

/**
 * Creates a linear equalizer, or decision feedback that is fed with the sent symbols.
 *
 * @param points Complex f32, by label.
 * @throws RangeError when a size is out of range.
 */
export async function createLinearEqualizer(
  device: GPUDevice,
  batch: ReceivedBatch,
  points: Float32Array<ArrayBuffer>,
  { forwardTaps, feedbackTaps = 0, delay, taps, hasOwnTaps }: FixedTaps,
): Promise<LinearEqualizer> {
  const label = "adaptive/linear";
  const { packets, symbols, guard, samplesPerSymbol, received, labels } = batch;
  const memory = allocate(device);
  const estimates = memory.storage("estimates", 8 * symbols * packets);
  const stage = await createStage(device, {
    label,
    wgsl: [linearKernel, complex, sent],
    constants: {
      GROUP,
      SPS: samplesPerSymbol,
      FORWARD: checkedInteger(label, "forwardTaps", forwardTaps, 1, 256),
      FEEDBACK: checkedInteger(label, "feedbackTaps", feedbackTaps, 0, 256),
      OWN: Number(hasOwnTaps),
    },
    resources: {
      received,
      labels,
      points: memory.constant("points", points),
      taps,
      estimates,
      params: { packets, symbols, guard, delay },
    },
    groups: [Math.ceil(packets / GROUP), Math.min(symbols, ROWS), Math.ceil(symbols / ROWS)],
    memory,
  });
  return { ...stage, estimates, setDelay: (next) => stage.set({ delay: next }) };
}
