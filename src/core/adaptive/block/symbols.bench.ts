import { createBlockSymbols } from "./symbols.ts";
import { BLOCK_SYMBOLS, blockCase } from "./transmission.bench.ts";

export const cases = [
  blockCase({
    name: { stem: "symbols", title: "qpsk, blocks" },
    length: 64,
    // A label in, a symbol out.
    bytes: 1 + 8,
    row: 2 * BLOCK_SYMBOLS,
    async create({ device, batch, points }) {
      const plan = await createBlockSymbols(device, { ...batch, points, gain: 1 });
      return { plan, output: plan.symbols };
    },
    expected: ({ symbols }) => symbols,
  }),
];
