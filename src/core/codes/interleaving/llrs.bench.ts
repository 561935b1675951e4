import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { FRAMES, LENGTH } from "../../random/bits.bench.ts";
import { codedRows } from "../turbo/encoder.bench.ts";
import { dematchRate } from "../turbo/rate-dematcher.reference.ts";
import { createRateDematcher } from "../turbo/testing.ts";
import { matchings } from "./bits.bench.ts";

export const cases = matchings.map((matching) => {
  const { sent } = matching;
  const row = codedRows[0].length;
  return batchCase({
    name: `interleaving/llrs ${FRAMES} × ${sent} to ${LENGTH}`,
    bytes: FRAMES * (sent + row) * 4,
    batch: { jobs: FRAMES, group: codedRows.length, bytes: Math.max(sent, row) * 4 },
    async prepare(device, memory, frames) {
      const values = noise(3, codedRows.length * sent);
      const llr = tiled(device, memory, "LLRs", values, frames / codedRows.length);
      const plan = await createRateDematcher(device, { ...matching, frames, llr });
      const expected = (frame: number) => dematchRate(tiledRow(values, frame, sent), matching);
      return { plan, check: { output: plan.llr, row, width: 1, expected } };
    },
  });
});
