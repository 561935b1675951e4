import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { responseAt } from "./tap-response.reference.ts";
import { createTapResponse } from "./tap-response.ts";

const PACKETS = 2048;
const [TAPS, BINS, INSTANTS] = [35, 64, 55];
/** The response changes with its delay only. */
const [DELAY, DRIFT] = [4, 1e-3];

export const cases = [
  batchCase({
    name: `channel/tap-response ${PACKETS} × ${INSTANTS}, ${TAPS} taps`,
    bytes: PACKETS * 8 * (TAPS + INSTANTS * BINS),
    batch: { jobs: PACKETS, bytes: 8 * INSTANTS * BINS },
    async prepare(device, memory, packets) {
      const one = noise(4, 2 * TAPS);
      const gains = tiled(device, memory, "taps", one, packets);
      const place = { first: 0, distance: 80, delay: DELAY, drift: DRIFT };
      const size = { packets, taps: TAPS, bins: BINS, instants: INSTANTS };
      const plan = await createTapResponse(device, { ...size, ...place, gains });
      const line = { gains: one, taps: TAPS, spacing: 1, bins: BINS };
      const expected = () =>
        Array.from({ length: INSTANTS }, (_, i) => [...responseAt(0, DELAY + i * DRIFT, line)]).flat();
      return { plan, check: { output: plan.response, row: 2 * INSTANTS * BINS, width: 2, expected } };
    },
  }),
];
