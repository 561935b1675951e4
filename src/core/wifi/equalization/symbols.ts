import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import symbolsKernel from "#shaders/wifi/equalization/symbols.wgsl?raw";
import { fftLibrary } from "../../fft/workgroup.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { FFT_LENGTH, GUARD_SAMPLES, PREAMBLE_SAMPLES, SYMBOL_SAMPLES, WINDOW_ADVANCE } from "../frame/symbol.ts";
import { type FrameTable } from "../frame-table.ts";

export interface SymbolsConfig extends FrameTable {
  /** vec2f, 20 MS/s. */
  samples: GPUBuffer;
  /** Most symbols of data of all frames. The carriers of further symbols are not computed. */
  symbols: number;
}

interface Symbols extends Plan {
  /** vec2f [symbol][64] by bin, in the order of the frames. */
  readonly carriers: GPUBuffer;
}

/** Samples from a frame's start to the transform of its first symbol of data. */
export const FIRST_TRANSFORM = PREAMBLE_SAMPLES + SYMBOL_SAMPLES + GUARD_SAMPLES - WINDOW_ADVANCE;
/** Invocations per workgroup: four per symbol. */
const GROUP = 64;

/**
 * Carriers of all symbols of data, after the correction of each frame's carrier frequency offset. The phase of the correction is 0
 * at the frame's start. The transform is not normalized.
 *
 * @throws RangeError when `symbols` is not a positive integer.
 */
export async function createReceivedSymbols(device: GPUDevice, config: SymbolsConfig): Promise<Symbols> {
  const label = "wifi/equalization/symbols";
  const symbols = checkedCount(label, "symbols", config.symbols);
  const constants = { FFT_LENGTH, GROUP, FIRST: FIRST_TRANSFORM, DISTANCE: SYMBOL_SAMPLES };
  const memory = allocate(device);
  const size = symbols * FFT_LENGTH * 8;
  const carriers = memory.storage("carriers", size);
  const { samples, frames, counts, dispatches } = config;
  const stage = await createStage(device, {
    label,
    wgsl: [symbolsKernel, wifiFrame, ...fftLibrary(device, { length: FFT_LENGTH, group: GROUP })],
    constants,
    resources: { samples, frames, counts, carriers: { buffer: carriers, size } },
    groups: dispatches.symbols,
    memory,
  });
  return { ...stage, carriers };
}
