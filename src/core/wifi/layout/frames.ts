import dispatchGroups from "#shaders/lib/dispatch-groups.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import wifiRates from "#shaders/wifi/lib/rates.wgsl?raw";
import framesKernel from "#shaders/wifi/layout/frames.wgsl?raw";
import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { createStage } from "../../gpu/stage.ts";
import { checkedCount, groupOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../frame/symbol.ts";

/** The room of the stages after the layout, for all frames of a page together. */
export interface Room {
  /** Symbols of data. */
  symbols: number;
  /** Words of 32 decoded bits. */
  words: number;
}

export interface FrameLayoutConfig {
  /** The table, struct Frame of lib/frame.wgsl [frame], with start, status, rate and symbols. */
  frames: GPUBuffer;
  /** u32 [5]: the number of frames first. */
  counts: GPUBuffer;
  /** Workgroups, 12 bytes each: one per frame first. */
  dispatches: GPUBuffer;
  /** Samples of the page. */
  length: number;
  room: Room;
  /** Words per window of the Viterbi decoder. Default: {@link WINDOW_WORDS}. */
  windowWords?: number;
}

export interface FrameLayout extends Plan {
  /** Limits the samples to the first `length`. Takes effect for later submissions. */
  setLength(length: number): void;
}

/**
 * Gives each frame of a table the places of its symbols, words and windows, and writes the numbers of all and the workgroups of later
 * stages. A frame whose data reach past the samples gets the status "cut off"; one without room gets "no room".
 *
 * @throws RangeError when a number of the configuration is not a positive integer.
 */
export async function createFrameLayout(device: GPUDevice, config: FrameLayoutConfig): Promise<FrameLayout> {
  const label = "wifi/layout/frames";
  const { frames, counts, dispatches, room } = config;
  const params = {
    length: checkedCount(label, "length", config.length),
    symbols: checkedCount(label, "room for symbols", room.symbols),
    words: checkedCount(label, "room for words", room.words),
  };
  const constants = {
    GROUP: groupOf(device, 256),
    DATA: PREAMBLE_SAMPLES + SYMBOL_SAMPLES,
    SYMBOL: SYMBOL_SAMPLES,
    WINDOW_WORDS: checkedCount(label, "windowWords", config.windowWords ?? WINDOW_WORDS),
  };
  const wgsl = [framesKernel, wifiFrame, wifiRates, prefixSum, dispatchGroups];
  const stage = await createStage(device, {
    label,
    wgsl,
    constants,
    resources: { frames, counts, dispatches, params },
    groups: 1,
  });
  return { ...stage, setLength: (length) => stage.set({ length }) };
}
