import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { FRAMES, LENGTH } from "../../random/bits.bench.ts";
import { codedRows } from "../turbo/encoder.bench.ts";
import { matchRate } from "../turbo/rate-matcher.reference.ts";
import { createRateMatcher } from "../turbo/testing.ts";

/** Bits left out, all of them, bits repeated. */
export const matchings = [1.5, 3, 4.5].map((factor) => ({
  length: LENGTH,
  sent: factor * LENGTH,
  redundancyVersion: 0,
}));

export const cases = matchings.map((matching) => {
  const row = wordsOf(matching.sent);
  const codeWords = wordsOf(codedRows[0].length);
  return batchCase({
    name: `interleaving/bits ${FRAMES} × ${LENGTH} to ${matching.sent}`,
    bytes: FRAMES * (codeWords + row) * 4,
    batch: { jobs: FRAMES, group: codedRows.length, bytes: Math.max(codeWords, row) * 4 },
    async prepare(device, memory, frames) {
      const code = tiled(device, memory, "coded bits", pack(codedRows), frames / codedRows.length);
      const plan = await createRateMatcher(device, { ...matching, frames, code });
      const expected = (frame: number) => pack([matchRate(codedRows[frame % codedRows.length], matching)]);
      return { plan, check: { output: plan.output, words: true, row, width: 1, expected } };
    },
  });
});
