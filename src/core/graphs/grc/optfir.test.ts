import { expect, it } from "vitest";
import { optfirLowPass } from "./optfir.ts";

// optfir.low_pass(gain, rate, pass, stop, 0.1, 60) of GNU Radio 3.10.5: the number of taps, the first four, and the middle one.
it.each([
  [0.5, 48_000, 5000, 5500, 243, [-0.000438780855, -0.000427939865, -0.000485069711, -0.000417935234], 0.108567601],
  [1, 48_000, 15_000, 16_000, 134, [0.000534934227, -0.00126618218, -0.00205981445, 5.54801981e-5], 0.539426073],
  [2, 256_000, 15_000, 16_000, 754, [-0.000908149021, 0.000253669474, 0.000275471637, 0.000320174697], 0.240272517],
  [0.5, 32_000, 5000, 6500, 56, [-0.00038695533, 0.000167078234, 0.00126046282, 0.00215293526], 0.167145038],
])("designs GNU Radio's filter: gain %d, %i Hz, from %i to %i Hz", (gain, rate, pass, stop, length, first, middle) => {
  const taps = optfirLowPass({ gain, rate, pass, stop });
  expect(taps).toHaveLength(length);
  // GNU Radio looks for extrema on a grid, so its ripple is larger by some per cent.
  const most = 2e-5 * gain;
  for (const [k, tap] of first.entries()) expect(Math.abs(taps[k] - tap)).toBeLessThan(most);
  expect(Math.abs(taps[length >> 1] - middle)).toBeLessThan(most);
});
