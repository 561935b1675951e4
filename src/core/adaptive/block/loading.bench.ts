import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { COLUMNS } from "../coding/soft-bits.bench.ts";
import { PACKETS } from "../transmission/labels.bench.ts";
import { createLoading } from "./loading.ts";
import { loadCarriers } from "./loading.reference.ts";

/** A response in; bits, their place and an amplitude out. */
export const cases = [64, 1024].map((length) =>
  batchCase({
    name: `adaptive/loading ${PACKETS} × ${length} carriers, 2 bits per carrier`,
    bytes: PACKETS * length * (8 + 8 + 4),
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 8 * length },
    async prepare(device, memory, packets) {
      const values = noise(5, 2 * length * COLUMNS);
      const response = tiled(device, memory, "responses", values, packets / COLUMNS);
      const plan = await createLoading(device, { channels: packets, length, response, bitsPerSymbol: 2, floor: 1e-10 });
      const expected = (packet: number) => {
        const H = tiledRow(values, packet, 2 * length);
        const powers = Array.from({ length }, (_, k) => H[2 * k] ** 2 + H[2 * k + 1] ** 2);
        return loadCarriers(powers, 2 * length).energies.map(Math.sqrt);
      };
      return { plan, check: { output: plan.amplitudes, row: length, width: 1, columns: true, expected } };
    },
  }),
);
