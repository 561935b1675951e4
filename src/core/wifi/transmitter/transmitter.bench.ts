import { batchCase } from "../../gpu/bench.ts";
import { sequence } from "../../gpu/timing.ts";
import { FRAMES, frames, OCTETS } from "./scrambling.bench.ts";
import { SYMBOLS } from "./symbols.bench.ts";
import { createOfdmTransmitter } from "./transmitter.ts";

const [{ rate }] = frames;
const row = 2 * (401 + 80 * SYMBOLS);

export const cases = [
  batchCase({
    name: `wifi/transmitter ${FRAMES} × ${OCTETS} octets`,
    bytes: FRAMES * 4 * row,
    batch: { jobs: FRAMES, bytes: 4 * row },
    async prepare(device, _memory, count) {
      const plan = await createOfdmTransmitter(device, { rate, octets: OCTETS, frames: count, seed: 1 });
      return { plan: { ...sequence("wifi/transmitter", plan.stages), destroy: plan.destroy } };
    },
  }),
];
