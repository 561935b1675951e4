import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { FRAMES } from "../../random/bits.bench.ts";
import { interleavePriors } from "./priors.reference.ts";
import { createInterleavedPriors } from "./priors.ts";

/** Bits of the LDPC codewords. */
const LENGTH = 2304;
/** Different frames; the others repeat them. */
const DISTINCT = 4;

/** Columns are read row by row: neighbours in the codeword are sent far apart. */
const order = Uint32Array.from({ length: LENGTH }, (_, e) => (e % 48) * 48 + Math.floor(e / 48));

export const cases = (["posterior", "extrinsic"] as const).map((feedback) => {
  const inputs = feedback === "extrinsic" ? 2 : 1;
  return batchCase({
    name: `interleaving/priors ${FRAMES} × ${LENGTH}, ${feedback}`,
    bytes: FRAMES * (inputs + 1) * LENGTH * 4,
    batch: { jobs: FRAMES, group: DISTINCT, bytes: LENGTH * 4 },
    async prepare(device, memory, frames) {
      const [posteriors, received] = [4, 5].map((seed) => noise(seed, DISTINCT * LENGTH));
      const [posterior, input] = [posteriors, received].map((values, i) =>
        tiled(device, memory, ["posterior LLRs", "input LLRs"][i], values, frames / DISTINCT),
      );
      const prior = memory.storage("priors", frames * LENGTH * 4);
      const config = { length: LENGTH, order, frames, posterior, prior };
      const plan = await createInterleavedPriors(device, inputs === 2 ? { ...config, input } : config);
      const expected = (frame: number) => {
        const row = (values: Float32Array<ArrayBuffer>) => tiledRow(values, frame, LENGTH);
        return interleavePriors(row(posteriors), config, inputs === 2 ? row(received) : undefined);
      };
      return { plan, check: { output: prior, row: LENGTH, width: 1, expected } };
    },
  });
});
