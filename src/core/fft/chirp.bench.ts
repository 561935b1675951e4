import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createChirp } from "./chirp.ts";

/** Rows of a prime length, padded to a power of two of at least twice as many numbers. */
const [ROWS, INPUT_LENGTH, LENGTH] = [512, 10_007, 32_768];

export const cases: BenchCase[] = [
  {
    name: `fft/chirp ${ROWS} × ${INPUT_LENGTH} to ${LENGTH}`,
    bytes: ROWS * (INPUT_LENGTH + LENGTH) * 8,
    async create(device) {
      const memory = allocate(device);
      const plan = await createChirp(device, {
        rows: ROWS,
        input: memory.storage("samples", ROWS * INPUT_LENGTH * 8),
        inputLength: INPUT_LENGTH,
        factors: memory.storage("chirp", INPUT_LENGTH * 8),
        length: LENGTH,
        kept: INPUT_LENGTH,
      });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
