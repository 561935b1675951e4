import complex from "#shaders/lib/complex.wgsl?raw";
import finiteSample from "#shaders/wifi/lib/finite-sample.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import wifiRates from "#shaders/wifi/lib/rates.wgsl?raw";
import wifiSignalCode from "#shaders/wifi/lib/signal-code.wgsl?raw";
import decoderKernel from "#shaders/wifi/signal/decoder.wgsl?raw";
import { type Groups } from "../../gpu/kernel.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import {
  binOf,
  DATA_CARRIERS,
  GUARD_SAMPLES,
  PREAMBLE_SAMPLES,
  SYMBOL_SAMPLES,
  WINDOW_ADVANCE,
} from "../frame/symbol.ts";
import { RATES } from "../frame/rates.ts";

export interface SignalDecoderConfig {
  /** Received samples, vec2f [length]. Samples that are not finite, or beyond 2^50, count as 0. */
  samples: GPUBuffer;
  length: number;
  /** The table, struct Frame of lib/frame.wgsl [frame], with start, offsets, noise and status. */
  frames: GPUBuffer;
  /** H, vec2f [frame][64] by bin. */
  channel: GPUBuffer;
  /** u32: the number of frames first. */
  counts: GPUBuffer;
  /** Workgroups: one per frame. */
  groups: Groups;
}

export interface SignalDecoder extends Plan {
  /** Limits the samples to the first `length`. Takes effect for later submissions. */
  setLength(length: number): void;
}

/** Samples from a frame's start to the transform of SIGNAL. */
export const SIGNAL_TRANSFORM = PREAMBLE_SAMPLES + GUARD_SAMPLES - WINDOW_ADVANCE;

const NONE = 0xffffffff;

/**
 * Decodes SIGNAL of a table of frames with soft decisions, and writes each frame's rate, length, symbols of data and end, and the
 * status if SIGNAL is refused or the samples end before it. Skips frames whose status is not 0.
 *
 * @throws RangeError when `length` is not a positive integer.
 */
export async function createSignalDecoder(device: GPUDevice, config: SignalDecoderConfig): Promise<SignalDecoder> {
  const label = "wifi/signal/decoder";
  const { samples, frames, channel, counts, groups } = config;
  const length = checkedCount(label, "length", config.length);
  const wgsl = [decoderKernel, wifiFrame, wifiRates, wifiSignalCode, finiteSample, complex, phasor];
  const memory = allocate(device);
  const rateOfField = Uint32Array.from({ length: 16 }, (_, bits) => {
    const rate = RATES.findIndex(({ field }) => [...field].every((bit, k) => Number(bit) === ((bits >> k) & 1)));
    return rate < 0 ? NONE : rate;
  });
  const stage = await createStage(device, {
    label,
    wgsl,
    constants: { FIRST: SIGNAL_TRANSFORM, DATA: PREAMBLE_SAMPLES + SYMBOL_SAMPLES, SYMBOL: SYMBOL_SAMPLES },
    resources: {
      samples,
      channel,
      counts,
      rateOfField: memory.constant("rate of RATE", rateOfField),
      bins: memory.constant("bins of data", Uint32Array.from(DATA_CARRIERS, binOf)),
      frames,
      params: { length },
    },
    groups,
    memory,
  });
  return { ...stage, setLength: (now) => stage.set({ length: now }) };
}
