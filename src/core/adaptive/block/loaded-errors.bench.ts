import { batchCase, tiled } from "../../gpu/bench.ts";
import { COLUMNS, packetColumns } from "../coding/soft-bits.bench.ts";
import { decisionTables } from "../decision.ts";
import { PACKETS } from "../transmission/labels.bench.ts";
import { countCarrierErrors } from "./loaded-errors.reference.ts";
import { createLoadedErrors } from "./loaded-errors.ts";
import { amplitudeOfCarrier, bitsOfCarrier, carrierLoads, loadedLabels, loadPoints } from "./loaded-symbols.bench.ts";
import { BLOCK_SYMBOLS } from "./transmission.bench.ts";

const LENGTH = 64;

/** A label and an estimate in. */
export const cases = [
  batchCase({
    name: `adaptive/loaded-errors ${PACKETS} × ${BLOCK_SYMBOLS}, ${LENGTH} carriers`,
    bytes: PACKETS * BLOCK_SYMBOLS * (1 + 8),
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 8 * BLOCK_SYMBOLS },
    async prepare(device, memory, packets) {
      const labels = loadedLabels(6);
      const { loads, amplitudes } = carrierLoads();
      const estimates = packetColumns(device, memory, { rows: BLOCK_SYMBOLS, packets, width: 2, seed: 7 });
      const labelOf = new Uint32Array(128);
      for (const modulation of ["qpsk", "16qam", "64qam"] as const) {
        const tables = decisionTables(modulation);
        labelOf.set(tables.labelOf, tables.labelOf.length);
      }
      const plan = await createLoadedErrors(device, {
        packets,
        symbols: BLOCK_SYMBOLS,
        guard: 0,
        training: 0,
        bitsPerSymbol: 3,
        length: LENGTH,
        hasOwnTaps: false,
        points: loadPoints(),
        labelOf,
        estimates: estimates.buffer,
        labels: tiled(device, memory, "labels", labels.words, packets / COLUMNS),
        loads: memory.constant("loads", loads),
        amplitudes: memory.constant("amplitudes", amplitudes),
      });
      const expected = (packet: number) => {
        const packetOf = { labels: labels.of(packet, packets), z: estimates.column(packet) };
        const carriers = { bitsOf: bitsOfCarrier, amplitudeOf: amplitudeOfCarrier };
        return [countCarrierErrors(packetOf, carriers, { training: 0, bitsPerSymbol: 3 }).wrongBits];
      };
      return { plan, check: { output: plan.counts, words: true, row: 1, width: 1, columns: true, expected } };
    },
  }),
];
