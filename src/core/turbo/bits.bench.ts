import { batchCase } from "../gpu/bench.ts";
import { frameBits } from "./bits.reference.ts";
import { createTurboBits } from "./bits.ts";
import { pack, wordsOf } from "./frame.ts";

/** The batch of Turbo codewords that is timed. */
export const [LENGTH, FRAMES] = [6144, 1536];
const row = wordsOf(LENGTH);
const seed = 1;

/** Information bits of some frames that differ; a batch repeats them. */
export const frameRows = Array.from({ length: 8 }, (_, frame) =>
  frameBits(frame, { length: LENGTH, seed, crc: "none" }),
);

export const cases = (["none", "24A"] as const).map((crc) =>
  batchCase({
    name: `turbo/bits ${FRAMES} × ${LENGTH}, CRC ${crc}`,
    bytes: FRAMES * row * 4,
    batch: { jobs: FRAMES, bytes: row * 4 },
    async prepare(device, _, frames) {
      const config = { length: LENGTH, frames, seed, crc };
      const plan = await createTurboBits(device, config);
      const expected = (frame: number) => pack([frameBits(frame, config)]);
      return { plan, check: { output: plan.bits, words: true, row, width: 1, expected } };
    },
  }),
);
