import type { RowFormat } from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";

/** Words of the body of a candidate that the GPU lists. */
export const BODY = 32;
/** Its first word of octets. */
const OCTETS = 8;
/** Float32 numbers of the body: two sums give its contrast, and from `ON` on two give its SNR and two its carrier. */
const [DIFFERENCE, SUM, ON, OFF, RE, IM] = [0, 1, 2, 3, 4, 5];

/** The rows of a list, which have float32 sums. */
export function listedRows({ offsetHz, sampleRateHz }: Tuning): RowFormat {
  const turn = (2 * Math.PI * offsetHz) / sampleRateHz;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    size: BODY,
    bits: OCTETS,
    contrastOf: ({ floats }, body) => floats[BODY * body + DIFFERENCE] / floats[BODY * body + SUM],
    sumsOf({ floats }, body) {
      const at = BODY * body;
      const [re, im] = [floats[at + RE], floats[at + IM]];
      return { on: floats[at + ON], off: floats[at + OFF], re: re * cos + im * sin, im: im * cos - re * sin };
    },
  };
}
