import frontEndKernel from "#shaders/resampling/if-front-end.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { groupOf } from "../gpu/rows.ts";
import { allocate } from "../gpu/pool.ts";
import type { Plan } from "../gpu/timing.ts";
import { DOWN, ifLowPass, UP } from "./if-filter.ts";

const MOST_GROUP = 256;
/** Taps of each of the filter's 99 phases. */
const TAPS = 2 * Math.ceil(ifLowPass.length / UP / 2);

export interface IfFrontEndConfig {
  /** Real samples per page: a multiple of 448. */
  length: number;
  /** Real samples at 93⅓ MS/s, f32 [length]. */
  input: GPUBuffer;
}

export interface IfFrontEnd extends Plan {
  /** Complex baseband at 20.625 MS/s, vec2f [length · 99/448]: a carrier of amplitude 1 gives magnitude 1. */
  readonly baseband: GPUBuffer;
  /** Output samples per page. */
  readonly outputs: number;
  /** Clears the history, for a new capture. */
  reset(): void;
}

/**
 * Front end for IF captures: 93⅓ MS/s real samples of a carrier at 70 MHz, ¾ of the rate, brought to 0 by j^n,
 * low-passed and resampled by 99/448. Pages follow each other; the output is LATENCY = 11 samples late (feed zeros to get
 * the last ones out) and does not depend on the page size. Source: the IF front end of the thesis's system (Table 4.5).
 *
 * @throws RangeError when `length` is not a positive multiple of 448.
 */
export async function createIfFrontEnd(device: GPUDevice, { length, input }: IfFrontEndConfig): Promise<IfFrontEnd> {
  const label = "resampling/if-front-end";
  if (!Number.isInteger(length) || length <= 0 || length % DOWN) {
    throw new RangeError(`${label}: length must be a positive multiple of ${DOWN}, got ${length}`);
  }
  const GROUP = groupOf(device, MOST_GROUP);
  const STAGED = Math.ceil((DOWN * GROUP) / UP) + TAPS;
  const outputs = (length / DOWN) * UP;
  const memory = allocate(device);
  const baseband = memory.storage("baseband", outputs * 8);
  const history = memory.constant("IF history", new Float32Array(TAPS));
  // Gain 99 compensates the zeros between the inputs, and gain 2 the removed half at the negative frequency.
  const taps = Float32Array.from({ length: TAPS * UP }, (_, i) => 2 * UP * (ifLowPass[i] ?? 0));
  const filters = memory.constant("IF low-pass", taps);
  const stage = await createStage(device, {
    label,
    wgsl: [frontEndKernel],
    constants: { GROUP, TAPS, UP, DOWN, STAGED },
    resources: { input, history, filters, baseband, params: { outputs } },
    groups: Math.ceil(outputs / GROUP),
    memory,
  });
  return {
    ...stage,
    baseband,
    outputs,
    reset: () => device.queue.writeBuffer(history, 0, new Float32Array(TAPS)),
    encode(encoder, timestampWrites) {
      stage.encode(encoder, timestampWrites);
      encoder.copyBufferToBuffer(input, (length - TAPS) * 4, history, 0, TAPS * 4);
    },
  };
}
