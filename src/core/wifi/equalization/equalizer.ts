import complex from "#shaders/lib/complex.wgsl?raw";
import pair from "#shaders/wifi/lib/complex-pair.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import axis from "#shaders/wifi/lib/axis.wgsl?raw";
import showDecided from "#shaders/wifi/lib/decided.wgsl?raw";
import showNothing from "#shaders/wifi/lib/decided-nothing.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import keep from "#shaders/wifi/lib/keep.wgsl?raw";
import keepNothing from "#shaders/wifi/lib/keep-nothing.wgsl?raw";
import pilots from "#shaders/wifi/lib/pilots.wgsl?raw";
import rates from "#shaders/wifi/lib/rates.wgsl?raw";
import tracking from "#shaders/wifi/lib/tracking.wgsl?raw";
import equalizerKernel from "#shaders/wifi/equalization/equalizer.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EstimatorOptions } from "./estimator.ts";
import { createEstimator } from "./factories.ts";
import type { EstimatorName } from "./registry.ts";
import { type FrameTable } from "../frame-table.ts";

export interface EqualizerConfig extends FrameTable, EstimatorOptions {
  /** Carriers of all symbols of data, vec2f [symbol][64] by bin, without the frames' frequency offsets. */
  carriers: GPUBuffer;
  /** H of each frame from its long training, or its true H: vec2f [frame][64] by bin, 0 on unused bins. */
  channel: GPUBuffer;
  estimator: EstimatorName;
  /** Most symbols of data of all frames, the same number as for the carriers. */
  symbols: number;
  /** Most words of 32 decoded bits of all frames. A frame beyond either number is skipped. */
  words: number;
  /** Whether to keep the data of the figures: points, H, phase and slope of each symbol. Default: false. */
  keep?: boolean;
}

export interface OfdmEqualizer extends Plan {
  /** log p(1)/p(0) of A and B of each step, f32 pairs: 32 · firstWord + t for step t of a frame; 0 for a bit that is not sent. */
  readonly llr: GPUBuffer;
  /** With `keep`: struct KeptSymbol of lib/keep.wgsl, [symbol]; `keptSymbols` reads it. */
  readonly kept?: GPUBuffer;
}

/** Bytes per symbol of `kept`. */
export const KEPT_BYTES = 8 * (48 + 64 + 1);

/** The kept data of a symbol. */
export interface KeptSymbol {
  /** Equalized points in the order of the data carriers, complex [48]. */
  points: Float32Array;
  /** H by bin, complex [64]. */
  channel: Float32Array;
  /** Phase after the training, rad, unwrapped. */
  phase: number;
  /** Slope of the phase after the training, rad per carrier: 2π/64 for one sample of delay less. */
  slope: number;
}

/** Returns the symbols of a buffer `kept` as the GPU wrote it. */
export function keptSymbols(bytes: ArrayBuffer): KeptSymbol[] {
  return Array.from({ length: Math.floor(bytes.byteLength / KEPT_BYTES) }, (_, s) => {
    const numbers = new Float32Array(bytes, s * KEPT_BYTES, KEPT_BYTES / 4);
    const [phase, slope] = numbers.subarray(224);
    return { points: numbers.subarray(0, 96), channel: numbers.subarray(96, 224), phase, slope };
  });
}

/**
 * Equalizes and demaps the data of a table of frames: pilots track phase and timing, an estimator gives H, and each coded bit gets
 * a max-log LLR at its place for the decoder. Writes `error` of the frames. Skips frames whose status is not 0.
 *
 * @throws RangeError when a capacity is not a positive integer.
 */
export async function createEqualizer(device: GPUDevice, config: EqualizerConfig): Promise<OfdmEqualizer> {
  const label = "wifi/equalization/equalizer";
  const symbols = checkedCount(label, "symbols", config.symbols);
  const words = checkedCount(label, "words", config.words);
  const { carriers, channel, counts, frames, dispatches, keep: keeping = false } = config;
  const memory = allocate(device);
  const estimator = createEstimator[config.estimator](memory, config);
  const { wgsl, tracked, decided = false, pilotError = 1, constants, resources } = estimator;
  const parts = [keeping ? keep : keepNothing, decided ? showDecided : showNothing];
  const libraries = [wifiFrame, rates, axis, tracking, pilots, complex, pair, phasor, ...parts];
  const size = words * 32 * 8;
  const llr = memory.storage("LLRs", size);
  const kept = keeping ? memory.storage("kept symbols", symbols * KEPT_BYTES) : undefined;
  const stage = await createStage(device, {
    label,
    wgsl: [equalizerKernel, ...wgsl, ...libraries],
    constants: { TRACKED: Number(tracked), DECIDED: Number(decided), PILOT_ERROR: pilotError, ...constants },
    resources: {
      carriers: { buffer: carriers, size: symbols * 64 * 8 },
      channel,
      counts,
      frames,
      llr: { buffer: llr, size },
      ...(kept && { kept }),
      ...resources,
    },
    groups: dispatches.frames,
    memory,
  });
  return { ...stage, llr, kept };
}
