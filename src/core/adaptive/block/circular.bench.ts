import { circularChannel } from "./circular.reference.ts";
import { createCircularChannel } from "./circular.ts";
import { createBlockSymbols } from "./symbols.ts";
import { BLOCK_NOISE, BLOCK_SEED, BLOCK_SYMBOLS, BLOCK_TAPS, blockCase } from "./transmission.bench.ts";

const length = 64;

export const cases = [
  blockCase({
    name: { stem: "circular", title: "3 taps, blocks" },
    length,
    // A symbol in, a sample out.
    bytes: 8 + 8,
    row: 2 * BLOCK_SYMBOLS,
    async create({ device, batch, points, keep, compute }) {
      const symbols = await keep(createBlockSymbols(device, { ...batch, points, gain: 1 }));
      compute(symbols);
      const config = { ...batch, length, sent: symbols.symbols, isReal: false, seed: BLOCK_SEED };
      const plan = await createCircularChannel(device, config);
      plan.setSigma(Math.sqrt(BLOCK_NOISE / 2));
      return { plan, output: plan.received };
    },
    expected: ({ symbols, noise }) => circularChannel(symbols, BLOCK_TAPS, noise),
  }),
];
