import { batchCase } from "../../gpu/bench.ts";
import { decisionTables } from "../decision.ts";
import { type ModulationName, modulationPoints } from "../modulations.ts";
import { PACKETS, SYMBOLS } from "../transmission/labels.bench.ts";
import { errorVariance } from "./error-variance.reference.ts";
import { createErrorVariance } from "./error-variance.ts";
import { COLUMNS, packetColumns } from "./soft-bits.bench.ts";

const TRAINING = 500;

/** An estimate in, and a number per packet out. */
export const cases = (["qpsk", "64qam"] satisfies ModulationName[]).map((modulation) =>
  batchCase({
    name: `adaptive/error-variance ${PACKETS} × ${SYMBOLS}, ${modulation}`,
    bytes: PACKETS * (SYMBOLS - TRAINING) * 8,
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 8 * SYMBOLS },
    async prepare(device, memory, packets) {
      const estimates = packetColumns(device, memory, { rows: SYMBOLS, packets, width: 2, seed: 6 });
      const scales = memory.constant("scale", Float32Array.of(1));
      const sizes = { packets, symbols: SYMBOLS, training: TRAINING, scales, hasOwnScales: false };
      const decisions = decisionTables(modulation);
      const plan = await createErrorVariance(device, { ...sizes, estimates: estimates.buffer, decisions });
      const points = modulationPoints(modulation);
      const expected = (packet: number) => [errorVariance(estimates.column(packet).subarray(2 * TRAINING), points)];
      return { plan, check: { output: plan.variances, row: 1, width: 1, columns: true, expected } };
    },
  }),
);
