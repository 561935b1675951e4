import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import type { Allocation } from "../../gpu/pool.ts";
import { decisionTables } from "../decision.ts";
import { MODULATIONS, type ModulationName, modulationPoints } from "../modulations.ts";
import { PACKETS, SYMBOLS } from "../transmission/labels.bench.ts";
import { softBits } from "./soft-bits.reference.ts";
import { createSoftBits } from "./soft-bits.ts";

/** Packets of a page are a multiple of it. */
export const COLUMNS = 16;

/** Creates numbers in rows with a column per packet, and a function that reads one column. The numbers repeat after 16 columns. */
export function packetColumns(
  device: GPUDevice,
  memory: Allocation,
  { rows, packets, width = 1, seed }: { rows: number; packets: number; width?: 1 | 2; seed: number },
): { buffer: GPUBuffer; column(packet: number): Float64Array } {
  const values = noise(seed, width * rows * COLUMNS);
  return {
    buffer: tiled(device, memory, "columns of packets", values, packets / COLUMNS),
    column: (packet) =>
      Float64Array.from({ length: width * rows }, (_, i) => {
        const place = Math.floor(i / width) * packets + packet;
        return values[width * (place % (rows * COLUMNS)) + (i % width)];
      }),
  };
}

/** The scale of MMSE estimates. */
const SCALE = 0.75;

/** An estimate in, an LLR per bit out. */
export const cases = (["qpsk", "16qam", "64qam"] satisfies ModulationName[]).map((modulation) => {
  const bits = MODULATIONS[modulation];
  return batchCase({
    name: `adaptive/soft-bits ${PACKETS} × ${SYMBOLS}, ${modulation}`,
    bytes: PACKETS * SYMBOLS * (8 + 4 * bits),
    batch: { jobs: PACKETS, group: COLUMNS, bytes: Math.max(8, 4 * bits) * SYMBOLS },
    async prepare(device, memory, packets) {
      const estimates = packetColumns(device, memory, { rows: SYMBOLS, packets, width: 2, seed: 5 });
      const plan = await createSoftBits(device, {
        packets,
        symbols: SYMBOLS,
        training: 0,
        hasOwnTaps: false,
        estimates: estimates.buffer,
        decisions: decisionTables(modulation),
        scales: memory.constant("scale", Float32Array.of(SCALE)),
        knowledge: { from: "scale" },
        isReal: false,
      });
      const points = modulationPoints(modulation);
      const expected = (packet: number) => {
        const z = estimates.column(packet).map((part) => part / SCALE);
        return Array.from({ length: SYMBOLS }, (_, k) =>
          softBits(z.subarray(2 * k, 2 * k + 2), points, SCALE / (1 - SCALE)),
        ).flat();
      };
      return { plan, check: { output: plan.llrs, row: bits * SYMBOLS, width: 1, columns: true, expected } };
    },
  });
});
