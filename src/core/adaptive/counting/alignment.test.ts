import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { alignPacket } from "./alignment.reference.ts";
import { createAlignment, OPEN_EYE } from "./alignment.ts";

describe("adaptive/alignment", () => {
  it.each([
    [1, 1, 1, 1, 0, 4],
    [7, 3, 67, 1, 5, 4],
    [12, 5, 3, 2, 9, 8],
    [9, 4, 5, 2, 4, 2],
  ] as const)(
    "equals the reference: %i taps, channel of %i, %i packets, %i samples per symbol, delay %i, %i turns",
    async (...row) => {
      const [forwardTaps, tapCount, packets, samplesPerSymbol, delay, turns] = row;
      const device = await testDevice();
      const sizes = { packets, samplesPerSymbol, tapCount, forwardTaps, delay, turns };
      const finalTaps = Float32Array.from(testNormals(3, 2 * forwardTaps * packets));
      const taps = Float32Array.from(testNormals(4, 2 * tapCount * packets));
      // Half of the eyes are open: one of the taps is large, on a channel with one strong tap.
      for (let p = 0; p < packets; p += 2) {
        finalTaps[2 * (Math.min(2, forwardTaps - 1) * packets + p)] = 40;
        taps[2 * p + 1] = 40;
      }
      const plan = await createAlignment(device, {
        ...sizes,
        finalTaps: upload(device, finalTaps),
        taps: upload(device, taps),
        hasOwnTaps: true,
      });
      poison(device, plan.alignment);
      poison(device, plan.isOpen);
      await run(device, plan);
      const found = new Int32Array((await readWords(device, plan.alignment, 2 * packets)).slice().buffer);
      const open = await readWords(device, plan.isOpen, packets);
      for (let p = 0; p < packets; p++) {
        const of = (values: Float32Array, rows: number) =>
          Float64Array.from({ length: 2 * rows }, (_, i) => values[2 * ((i >> 1) * packets + p) + (i % 2)]);
        const { ahead, turn, residual } = alignPacket(of(finalTaps, forwardTaps), of(taps, tapCount), sizes);
        expect(Array.from(found.subarray(2 * p, 2 * p + 2))).toEqual([ahead, turn]);
        expect(open[p]).toBe(Number(residual < OPEN_EYE));
      }
      plan.destroy();
    },
  );
});
