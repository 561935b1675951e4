import { batchCase } from "../../gpu/bench.ts";
import { PACKETS } from "../transmission/labels.bench.ts";
import { inCodewordOrder } from "./codeword-llrs.reference.ts";
import { createCodewordLlrs } from "./codeword-llrs.ts";
import { COLUMNS, packetColumns } from "./soft-bits.bench.ts";

/** Coded bits of a packet, and rows of the training before them. */
export const [CODED_BITS, TRAINING_ROWS] = [2048, 500];

/** Returns an order without a pattern of neighbours: 1013 is prime. */
export const scattered = (length: number): Uint32Array<ArrayBuffer> =>
  Uint32Array.from({ length }, (_, i) => (1013 * i) % length);

/** An LLR in and out. */
export const cases = [
  batchCase({
    name: `adaptive/codeword-llrs ${PACKETS} × ${CODED_BITS}`,
    bytes: PACKETS * CODED_BITS * 8,
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 4 * (TRAINING_ROWS + CODED_BITS) },
    async prepare(device, memory, packets) {
      const llrs = packetColumns(device, memory, { rows: TRAINING_ROWS + CODED_BITS, packets, seed: 7 });
      const placeOf = scattered(CODED_BITS);
      const plan = await createCodewordLlrs(device, { packets, llrs: llrs.buffer, first: TRAINING_ROWS, placeOf });
      const expected = (packet: number) => inCodewordOrder(llrs.column(packet), TRAINING_ROWS, placeOf);
      return { plan, check: { output: plan.codeword, row: CODED_BITS, width: 1, expected } };
    },
  }),
];
