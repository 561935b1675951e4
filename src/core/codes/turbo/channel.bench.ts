import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack } from "../../gpu/rows.ts";
import { FRAMES } from "../../random/bits.bench.ts";
import { transmit } from "./channel.reference.ts";
import { createTurboChannel } from "./channel.ts";
import { codedRows } from "./encoder.bench.ts";

const sent = codedRows[0].length;
const noise = { noiseVariance: 1, seed: 1 };

export const cases = [
  batchCase({
    name: `turbo/channel ${FRAMES} × ${sent}`,
    bytes: FRAMES * sent * (4 + 1 / 8),
    batch: { jobs: FRAMES, group: codedRows.length, bytes: sent * 4 },
    async prepare(device, memory, frames) {
      const bits = tiled(device, memory, "coded bits", pack(codedRows), frames / codedRows.length);
      const plan = await createTurboChannel(device, { frames, sent, bits, modulation: "bpsk", seed: noise.seed });
      plan.setNoiseVariance(noise.noiseVariance);
      const expected = (frame: number) => transmit(codedRows[frame % codedRows.length], frame, noise).llr;
      return { plan, check: { output: plan.llr, row: sent, width: 1, expected } };
    },
  }),
];
