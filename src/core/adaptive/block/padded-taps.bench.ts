import { batchCase } from "../../gpu/bench.ts";
import { COLUMNS, packetColumns } from "../coding/soft-bits.bench.ts";
import { PACKETS } from "../transmission/labels.bench.ts";
import { createPaddedTaps } from "./padded-taps.ts";

const TAPS = 15;

/** Traffic: the kernel reads the taps and writes one complex number per point of a block. */
export const cases = [64, 1024].map((length) =>
  batchCase({
    name: `adaptive/padded-taps ${PACKETS} × ${TAPS}, up to ${length}`,
    bytes: PACKETS * 8 * (TAPS + length),
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 8 * length },
    async prepare(device, memory, packets) {
      const taps = packetColumns(device, memory, { rows: TAPS, packets, width: 2, seed: 5 });
      const channel = { packets, taps: taps.buffer, hasOwnTaps: true, tapCount: TAPS };
      const plan = await createPaddedTaps(device, channel, length);
      const expected = (packet: number) => {
        const padded = new Float64Array(2 * length);
        padded.set(taps.column(packet));
        return padded;
      };
      return { plan, check: { output: plan.padded, row: 2 * length, width: 2, expected } };
    },
  }),
);
