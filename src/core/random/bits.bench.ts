import { type BenchCase, batchCase } from "../gpu/bench.ts";
import { pack, wordsOf } from "../gpu/rows.ts";
import { frameBits } from "./bits.reference.ts";
import { createRandomBits, type FrameCheck } from "./bits.ts";

/** Frames in the timed batch. */
export const [LENGTH, FRAMES] = [6144, 1536];
const row = wordsOf(LENGTH);
const seed = 1;

/** Different frames of information bits. A batch repeats them. */
export const frameRows = Array.from({ length: 8 }, (_, frame) => frameBits(frame, { length: LENGTH, seed }));

/** @param crc What the check is called. */
export const randomBitsCase = (crc: string, check?: FrameCheck): BenchCase =>
  batchCase({
    name: `random/bits ${FRAMES} × ${LENGTH}, CRC ${crc}`,
    bytes: FRAMES * row * 4,
    batch: { jobs: FRAMES, bytes: row * 4 },
    async prepare(device, _, frames) {
      const config = { length: LENGTH, frames, seed, check };
      const plan = await createRandomBits(device, config);
      const expected = (frame: number) => pack([frameBits(frame, config)]);
      return { plan, check: { output: plan.bits, words: true, row, width: 1, expected } };
    },
  });

export const cases = [randomBitsCase("none")];
