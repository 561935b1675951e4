import checkingKernel from "#shaders/codes/crc/checking.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, groupOf, rowsOf, wordsOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { crcLength, crcSyndromes, type LinearCrcName } from "./crc.ts";

/** Most invocations per frame. */
const MOST_LANES = 256;

export interface CrcCheckingConfig {
  crc: LinearCrcName;
  /** Bits per frame, the CRC at the end included. */
  length: number;
  frames: number;
  /** u32 [frame][ceil(length/32)], LSB first; the unused bits of a frame's last word are 0. */
  bits: GPUBuffer;
}

export interface CrcChecking extends Plan {
  /** 1 if the CRC of a frame holds, else 0, u32 [frame]. */
  readonly holds: GPUBuffer;
}

/**
 * Checks the CRCs at the end of frames of decided bits.
 *
 * @throws RangeError when `frames` is not a positive integer, or a frame is not longer than its CRC.
 */
export async function createCrcChecking(device: GPUDevice, config: CrcCheckingConfig): Promise<CrcChecking> {
  const label = "crc/checking";
  const { crc, bits } = config;
  const length = checkedCount(label, "length", config.length);
  const frames = checkedCount(label, "frames", config.frames);
  if (length <= crcLength(crc)) {
    throw new RangeError(`${label}: length must be more than the ${crcLength(crc)} bits of CRC ${crc}, got ${length}`);
  }
  const words = wordsOf(length);
  const { groups, ...constants } = rowsOf(device, groupOf(device, Math.min(words, MOST_LANES)), frames);
  const memory = allocate(device);
  const holds = memory.storage("CRCs that hold", frames * 4);
  const syndromes = memory.constant("CRC syndromes", crcSyndromes(length, crc));
  const stage = await createStage(device, {
    label,
    wgsl: [checkingKernel],
    constants,
    resources: { bits, syndromes, holds, params: { frames, words } },
    groups,
    memory,
  });
  return { ...stage, holds };
}
