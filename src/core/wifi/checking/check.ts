import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import words from "#shaders/lib/words.wgsl?raw";
import checkKernel from "#shaders/wifi/checking/check.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { type FrameTable } from "../frame-table.ts";

export interface FrameCheckConfig extends FrameTable {
  /** Decoded bits, scrambled, u32 [word], LSB first: SERVICE and PSDU of each frame from word firstWord on. */
  decisions: GPUBuffer;
  /** Most words of decoded bits of all frames. */
  words: number;
}

interface FrameCheck extends Plan {
  /**
   * PSDUs, u32 [word], octets little-endian, each from word firstWord on; the unused octets of its last word are 0. Other words
   * are not written.
   */
  readonly psdu: GPUBuffer;
}

/** Invocations per workgroup, and so per frame. */
const LANES = 64;

/**
 * Descrambles the PSDUs of all frames and checks their frame check sequences. Each frame's line gets the scrambler's initial state
 * (0 if the seven bits that show it are all 0) and whether it is intact; a PSDU of fewer than 4 octets is not.
 * Source: IEEE Std 802.11-2012, 8.2.4.8 and 18.3.5.5.
 *
 * @throws RangeError when `words` is not a positive integer.
 */
export async function createFrameCheck(device: GPUDevice, config: FrameCheckConfig): Promise<FrameCheck> {
  const label = "wifi/checking/check";
  const size = 4 * checkedCount(label, "words", config.words);
  const memory = allocate(device);
  const psdu = memory.storage("PSDUs", size);
  const { frames, counts, decisions, dispatches } = config;
  const stage = await createStage(device, {
    label,
    wgsl: [checkKernel, wifiFrame, words],
    constants: { LANES },
    resources: { frames, counts, decisions, psdu },
    groups: dispatches.frames,
    memory,
  });
  return { ...stage, psdu };
}
