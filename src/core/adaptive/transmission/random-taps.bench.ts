import { batchCase } from "../../gpu/bench.ts";
import { decayingPowers } from "../channel/responses.ts";
import { PACKETS, SEED } from "./labels.bench.ts";
import { drawTaps } from "./random-taps.reference.ts";
import { createRandomTaps } from "./random-taps.ts";

export const cases = [2, 50].map((decay) => {
  const amplitudes = Float32Array.from(decayingPowers(decay), Math.sqrt);
  const bytes = 8 * amplitudes.length;
  return batchCase({
    name: `adaptive/random-taps ${PACKETS} × ${amplitudes.length} taps`,
    bytes: bytes * PACKETS,
    batch: { jobs: PACKETS, bytes },
    async prepare(device, _memory, packets) {
      const plan = await createRandomTaps(device, { packets, amplitudes, seed: SEED });
      const expected = (packet: number) => drawTaps(packet, amplitudes, SEED);
      return { plan, check: { output: plan.taps, row: 2, width: 2, columns: true, expected } };
    },
  });
});
