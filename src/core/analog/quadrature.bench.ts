import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { quadrature } from "./quadrature.reference.ts";
import { createQuadrature } from "./quadrature.ts";

/** One signal of 2^24 complex samples, 128 MiB; noise repeats in pieces of 2^16. */
const [PIECES, PIECE] = [256, 2 ** 16];

export const cases = [
  batchCase({
    name: `analog/quadrature ${PIECES * PIECE} samples`,
    bytes: PIECES * PIECE * 12,
    batch: { jobs: PIECES, bytes: PIECE * 8 },
    async prepare(device, memory, pieces) {
      const values = noise(1, 2 * PIECE);
      const input = tiled(device, memory, "samples", values, pieces);
      const plan = await createQuadrature(device, { signals: 1, length: pieces * PIECE, input });
      const expected = (piece: number) => {
        const y = quadrature(tiledRow(values, 0, 2 * PIECE), 1);
        // After the first piece the noise repeats.
        if (piece > 0) y[0] = quadrature(Float64Array.from([...values.subarray(-2), ...values.subarray(0, 2)]), 1)[1];
        return y;
      };
      return { plan, check: { output: plan.output, row: PIECE, width: 1, expected } };
    },
  }),
];
