import { equalizeOverlapping } from "./overlap.reference.ts";
import { createOverlapEqualizer, overlapCover } from "./overlap.ts";
import { BLOCK_GUARD, BLOCK_NOISE, BLOCK_POWER, BLOCK_SYMBOLS, BLOCK_TAPS, blockCase } from "./transmission.bench.ts";

const drop = 16;

export const cases = [64, 128].map((length) =>
  blockCase({
    name: { stem: "overlap", title: `drop ${drop}, blocks` },
    length,
    // A sample in, an estimate out.
    bytes: 8 + 8,
    largest: 8 * length * overlapCover({ symbols: BLOCK_SYMBOLS, guard: BLOCK_GUARD }, { length, drop }).blocks,
    async create({ device, batch, response }) {
      const config = { length, drop, power: BLOCK_POWER, response: response.response };
      const plan = await createOverlapEqualizer(device, batch, config);
      plan.setNoiseVariance(BLOCK_NOISE);
      return { plan, output: plan.estimates };
    },
    expected({ stream }) {
      const config = { length, drop, noiseVariance: BLOCK_NOISE };
      return equalizeOverlapping(stream, BLOCK_TAPS, config, { symbols: drop, guard: BLOCK_GUARD });
    },
  }),
);
