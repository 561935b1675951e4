import { batchCase } from "../gpu/bench.ts";
import { packetGains } from "./fading.reference.ts";
import { createFading } from "./fading.ts";
import { exponentialProfile } from "./power-delay-profile.ts";

/** Packets of 62 instants, 80 samples apart, with a delay spread of three samples. */
const PACKETS = 2048;
const fading = { powers: exponentialProfile(3), instants: 62, doppler: 0.004, seed: 1 };
const row = 2 * fading.instants * fading.powers.length;

export const cases = [
  batchCase({
    name: `channel/fading ${PACKETS} × ${fading.powers.length} taps × ${fading.instants}`,
    bytes: PACKETS * row * 4,
    batch: { jobs: PACKETS, bytes: row * 4 },
    async prepare(device, _memory, packets) {
      const plan = await createFading(device, { ...fading, packets });
      const expected = (packet: number) => packetGains(packet, fading);
      return { plan, check: { output: plan.gains, row, width: 2, expected } };
    },
  }),
];
