import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { PACKETS } from "../transmission/labels.bench.ts";
import { learnedPriors } from "./bit-priors.reference.ts";
import { createBitPriors, MOST_LEARNED } from "./bit-priors.ts";
import { CODED_BITS, scattered, TRAINING_ROWS } from "./codeword-llrs.bench.ts";
import { EMPTY } from "./places.ts";
import { COLUMNS } from "./soft-bits.bench.ts";

const ROWS = TRAINING_ROWS + CODED_BITS;

/** Two LLRs in, one out. */
export const cases = [
  batchCase({
    name: `adaptive/bit-priors ${PACKETS} × ${CODED_BITS}`,
    bytes: PACKETS * (CODED_BITS * 8 + ROWS * 4),
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 4 * ROWS },
    async prepare(device, memory, packets) {
      const [before, after] = [8, 9].map((seed) => noise(seed, COLUMNS * CODED_BITS));
      const bitAt = new Uint32Array(ROWS).fill(EMPTY);
      bitAt.set(scattered(CODED_BITS), TRAINING_ROWS);
      const priors = memory.storage("priors", 4 * ROWS * packets);
      const plan = await createBitPriors(device, {
        packets,
        length: CODED_BITS,
        input: tiled(device, memory, "decoder input", before, packets / COLUMNS),
        posterior: tiled(device, memory, "decoder output", after, packets / COLUMNS),
        bitAt,
        priors,
      });
      const expected = (packet: number) => {
        const [input, posterior] = [before, after].map((values) => tiledRow(values, packet, CODED_BITS));
        return learnedPriors(input, posterior, bitAt, MOST_LEARNED);
      };
      return { plan, check: { output: priors, row: ROWS, width: 1, columns: true, expected } };
    },
  }),
];
