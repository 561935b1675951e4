import { fft } from "../../fft/fft.float64.ts";
import { labelsOfPacket } from "../transmission/labels.reference.ts";
import { loadCarriers } from "./loading.reference.ts";
import { sendCarriers } from "./loaded.reference.ts";
import { createLoadedOfdm } from "./loaded.ts";
import { BLOCK_GUARD, BLOCK_POWER, BLOCK_SEED, BLOCK_TAPS, blockCase } from "./transmission.bench.ts";

/** Labels, loads, symbols, transforms, channel, noise and one tap per carrier. */
export const cases = [64, 1024].map((length) =>
  blockCase({
    name: { stem: "loaded", title: "2 bits per carrier, blocks" },
    length,
    // A label in, an estimate out.
    bytes: 1 + 8,
    async create({ device, batch, response }) {
      const config = { length, bitsPerSymbol: 2, isReal: false, power: BLOCK_POWER, seed: BLOCK_SEED, response };
      const plan = await createLoadedOfdm(device, batch, config);
      plan.setNoiseVariance(0);
      return { plan, output: plan.estimates };
    },
    // Without noise the carriers arrive as they were sent.
    expected({ packet }) {
      const padded = new Float64Array(2 * length);
      padded.set(BLOCK_TAPS);
      const H = fft(padded);
      const powers = Array.from({ length }, (_, k) => H[2 * k] ** 2 + H[2 * k + 1] ** 2);
      const { bits, energies } = loadCarriers(powers, 2 * length);
      const words = labelsOfPacket(packet, BLOCK_GUARD + length, { bitsPerSymbol: 6, seed: BLOCK_SEED });
      const carriers = words.slice(BLOCK_GUARD);
      return sendCarriers(
        carriers,
        (k) => bits[k],
        (k) => Math.sqrt(energies[k]),
      );
    },
  }),
);
