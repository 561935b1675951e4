import { batchCase, tiled } from "../gpu/bench.ts";
import { pack } from "../gpu/rows.ts";
import { FRAMES } from "../random/bits.bench.ts";
import { randomRows } from "../random/testing.ts";
import { transmit } from "./bi-awgn.reference.ts";
import { createBinaryAwgn } from "./bi-awgn.ts";

/** The length of a Turbo codeword with 6144 information bits. */
const sent = 18_444;
const rows = randomRows(1, 8, sent);
const noise = { noiseVariance: 1, seed: 1 };

export const cases = [
  batchCase({
    name: `channel/bi-awgn ${FRAMES} × ${sent}`,
    bytes: FRAMES * sent * (4 + 1 / 8),
    batch: { jobs: FRAMES, group: rows.length, bytes: sent * 4 },
    async prepare(device, memory, frames) {
      const bits = tiled(device, memory, "coded bits", pack(rows), frames / rows.length);
      const plan = await createBinaryAwgn(device, { frames, sent, bits, modulation: "bpsk", seed: noise.seed });
      plan.setNoiseVariance(noise.noiseVariance);
      const expected = (frame: number) => transmit(rows[frame % rows.length], frame, noise).llr;
      return { plan, check: { output: plan.llr, row: sent, width: 1, expected } };
    },
  }),
];
