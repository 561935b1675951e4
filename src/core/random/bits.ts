import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import bitsKernel from "#shaders/random/bits.wgsl?raw";
import { lengthConstants } from "../gpu/lengths.ts";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, checkedWord, rowsOf, wordsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

/** Bits per invocation: the bits of one call of Philox. */
const LANE_BITS = 128;
/** Longest frame with a check: one workgroup computes its parity. */
const MOST_CHECKED = 256 * LANE_BITS;

/** A check at the end of a frame, for example a CRC: linear, or linear plus a constant. */
export interface FrameCheck {
  /** Parity bits, the last ones of the frame: 1 to 32. */
  bits: number;
  /**
   * The syndrome of each bit of the frame, u32 [length]. The parity is the exclusive or of the syndromes of all random
   * bits that are 1 and of `ofZeros`, highest bit first.
   */
  syndromes: Uint32Array;
  /** The parity if all random bits are 0. Default 0, as for every linear check. */
  ofZeros?: number;
}

export interface RandomBitsConfig {
  /** Information bits K in a frame. */
  length: number;
  /** Frames in the batch. */
  frames: number;
  /** u32. */
  seed: number;
  /**
   * The last bits of a frame are the parity of the bits before them, in frames of at most 32768 bits. Without a check
   * all bits are random.
   */
  check?: FrameCheck;
}

interface RandomBits extends Plan {
  /** u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly bits: GPUBuffer;
  /** Sets the number of the batch's first frame in the endless sequence of frames, u32. Default 0. */
  setFirstFrame(firstFrame: number): void;
}

/**
 * Creates a generator of random information bits. The same seed gives a frame the same bits in every batch.
 *
 * @throws RangeError when `length`, `frames`, `seed` or `check` is out of range.
 */
export async function createRandomBits(device: GPUDevice, config: RandomBitsConfig): Promise<RandomBits> {
  const label = "random/bits";
  const { check } = config;
  const length = checkedCount(label, "length", config.length);
  const frames = checkedCount(label, "frames", config.frames);
  const seed = checkedWord(label, "seed", config.seed);
  if (check) checkCheck(label, length, check);
  const lanes = Math.ceil(length / LANE_BITS);
  // A frame with a check has one workgroup.
  const each = check ? Math.ceil(lanes / device.limits.maxComputeInvocationsPerWorkgroup) : 1;
  const { groups, ...shape } = rowsOf(device, Math.ceil(lanes / each), frames);
  const parityBits = check?.bits ?? 0;
  const constants = { ...shape, WORDS: wordsOf(length), DATA: length - parityBits, CHECK: parityBits };
  const ofZeros = check ? reversed(check.ofZeros ?? 0, parityBits) : 0;
  const memory = allocate(device);
  const bits = memory.storage("information bits", frames * wordsOf(length) * 4);
  const masks = memory.constant(
    "parity masks",
    check ? parityMasks(each * Math.ceil(lanes / each), check) : new Uint32Array(4),
  );
  const stage = await createStage(device, {
    label,
    wgsl: [bitsKernel, random, phasor, lengthConstants({ EACH: each })],
    constants,
    resources: { masks, bits, params: { firstFrame: 0, frames, seed, ofZeros } },
    groups,
    memory,
  });
  return {
    ...stage,
    bits,
    setFirstFrame: (firstFrame) => stage.set({ firstFrame: checkedWord(label, "firstFrame", firstFrame) }),
  };
}

/** Returns the mask of data bits in each parity bit: u32 [parity bit][lane][4], LSB first. */
function parityMasks(lanes: number, { bits, syndromes }: FrameCheck): Uint32Array<ArrayBuffer> {
  const masks = new Uint32Array(bits * lanes * 4);
  for (const [k, syndrome] of syndromes.entries()) {
    for (let j = 0; j < bits; j++) masks[j * lanes * 4 + (k >> 5)] |= ((syndrome >>> (bits - 1 - j)) & 1) << (k & 31);
  }
  return masks;
}

/** Returns the `bits` lowest bits of a word in the reverse order. */
const reversed = (word: number, bits: number) =>
  Array.from({ length: bits }, (_, j) => (word >>> j) & 1).reduce((sum, bit) => 2 * sum + bit, 0);

function checkCheck(label: string, length: number, { bits, syndromes }: FrameCheck): void {
  if (!Number.isInteger(bits) || bits < 1 || bits > 32) {
    throw new RangeError(`${label}: a check must have 1 to 32 bits, got ${bits}`);
  }
  if (length <= bits || length > MOST_CHECKED) {
    throw new RangeError(
      `${label}: length must be ${bits + 1} to ${MOST_CHECKED} with a check of ${bits} bits, got ${length}`,
    );
  }
  if (syndromes.length !== length) {
    throw new RangeError(
      `${label}: the check must have a syndrome for each of ${length} bits, got ${syndromes.length}`,
    );
  }
}
