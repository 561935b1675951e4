import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import bitsKernel from "#shaders/random/bits.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, checkedWord, rowsOf, wordsOf } from "../gpu/rows.ts";
import type { Stage } from "../gpu/timing.ts";
import { CRC_BITS, type CrcName, crcSyndromes } from "../codes/crc/crc.ts";

/** Bits that an invocation makes: as many as one call of Philox. */
const LANE_BITS = 128;
/** Longest frame with a CRC, which the invocations of one workgroup sum up. */
const MOST_CHECKED = 256 * LANE_BITS;

export interface RandomBitsConfig {
  /** Information bits K in a frame. */
  length: number;
  /** Frames in the page. */
  frames: number;
  /** u32. */
  seed: number;
  /**
   * The last 24 of the information bits are this check of those before, of 25 to 32768 in all; all are random where it is
   * "none". Default "none".
   */
  crc?: CrcName | "none";
}

export interface RandomBits extends Stage {
  /** u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly bits: GPUBuffer;
  /** Which frame of the endless supply comes first in the page, u32; 0 until it is set. */
  setFirstFrame(firstFrame: number): void;
  destroy(): void;
}

/**
 * Random information bits of frames. The same seed gives a frame the same bits in every page.
 *
 * @throws RangeError when `length`, `frames`, `seed` or `crc` is out of range.
 */
export async function createRandomBits(device: GPUDevice, config: RandomBitsConfig): Promise<RandomBits> {
  const label = "random/bits";
  const { crc = "none" } = config;
  const length = checkedCount(label, "length", config.length);
  const frames = checkedCount(label, "frames", config.frames);
  const seed = checkedWord(label, "seed", config.seed);
  if (crc !== "none" && crc !== "24A" && crc !== "24B") {
    throw new RangeError(`${label}: crc must be "none", "24A" or "24B", got ${JSON.stringify(crc)}`);
  }
  if (crc !== "none" && (length <= CRC_BITS || length > MOST_CHECKED)) {
    throw new RangeError(`${label}: length must be ${CRC_BITS + 1} to ${MOST_CHECKED} with a CRC, got ${length}`);
  }
  const lanes = Math.ceil(length / LANE_BITS);
  const { groups, ...shape } = rowsOf(lanes, frames);
  const parityBits = crc === "none" ? 0 : CRC_BITS;
  const constants = { ...shape, WORDS: wordsOf(length), DATA: length - parityBits, CRC_BITS: parityBits };
  const kernel = await compile(device, { label, wgsl: [bitsKernel, random, phasor], constants });
  const memory = allocate(device);
  const bits = memory.storage("information bits", frames * wordsOf(length) * 4);
  const masks = memory.constant("CRC masks", crc === "none" ? new Uint32Array(4) : parityMasks(length, lanes, crc));
  const bound = kernel.bind({ masks, bits, params: { firstFrame: 0, frames, seed } });
  return {
    label,
    bits,
    setFirstFrame: (firstFrame) => bound.set({ firstFrame: checkedWord(label, "firstFrame", firstFrame) }),
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}

/** Which data bits each parity bit is the sum of: u32 [parity bit][lane][4], LSB first. */
function parityMasks(length: number, lanes: number, crc: CrcName): Uint32Array<ArrayBuffer> {
  const masks = new Uint32Array(CRC_BITS * lanes * 4);
  for (const [k, syndrome] of crcSyndromes(length, crc).entries()) {
    for (let j = 0; j < CRC_BITS; j++) {
      masks[j * lanes * 4 + (k >> 5)] |= ((syndrome >>> (CRC_BITS - 1 - j)) & 1) << (k & 31);
    }
  }
  return masks;
}
