import { equalizeBlock } from "./cyclic.reference.ts";
import { createCyclicEqualizer } from "./cyclic.ts";
import { BLOCK_NOISE, BLOCK_POWER, BLOCK_TAPS, blockCase, receiveBlocks } from "./transmission.bench.ts";

const KINDS = [
  { title: "FDE", length: 64, isMulticarrier: false, criterion: "mmse" },
  { title: "FDE", length: 1024, isMulticarrier: false, criterion: "mmse" },
  { title: "OFDM", length: 64, isMulticarrier: true, criterion: "zf" },
] as const;

/** From spectra to estimates. */
export const cases = KINDS.map(({ title, ...kind }) =>
  blockCase({
    name: { stem: "cyclic", title },
    length: kind.length,
    bytes: 8 + 8,
    async create(inputs) {
      const { device, batch, response } = inputs;
      const { spectra } = await receiveBlocks(inputs, kind);
      const signals = { response: response.response, spectra };
      const plan = await createCyclicEqualizer(device, batch, { ...kind, ...signals, power: BLOCK_POWER });
      plan.setNoiseVariance(BLOCK_NOISE);
      return { plan, output: plan.estimates };
    },
    expected({ symbols, noise }) {
      const noiseVariance = kind.criterion === "mmse" ? BLOCK_NOISE : 0;
      return equalizeBlock(symbols, BLOCK_TAPS, noise, { ...kind, noiseVariance }).estimates;
    },
  }),
);
