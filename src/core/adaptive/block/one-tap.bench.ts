import { equalizeSpectrum } from "./one-tap.reference.ts";
import { createOneTap } from "./one-tap.ts";
import { BLOCK_NOISE, BLOCK_POWER, BLOCK_SYMBOLS, BLOCK_TAPS, blockCase, receiveBlocks } from "./transmission.bench.ts";
import { sendBlock } from "./transmission.reference.ts";

const length = 64;

export const cases = [
  blockCase({
    name: { stem: "one-tap", title: "MMSE, blocks" },
    length,
    bytes: 8 + 8,
    row: 2 * BLOCK_SYMBOLS,
    async create(inputs) {
      const { device, batch, response } = inputs;
      const { spectra } = await receiveBlocks(inputs, { length, isMulticarrier: false });
      const sizes = { packets: batch.packets, length, blocks: BLOCK_SYMBOLS / length, hasOwnTaps: false };
      const config = { ...sizes, response: response.response, power: BLOCK_POWER, spectra, gain: 1 };
      const plan = await createOneTap(device, config);
      plan.setNoise(BLOCK_NOISE);
      return { plan, output: plan.equalized };
    },
    expected({ symbols, noise }) {
      const { spectrum } = sendBlock(symbols, BLOCK_TAPS, noise, false);
      return equalizeSpectrum(spectrum, BLOCK_TAPS, BLOCK_NOISE).equalized;
    },
  }),
];
