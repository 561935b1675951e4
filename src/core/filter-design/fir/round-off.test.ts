import { expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { remez } from "./remez.ts";
import { tapsRoundOff } from "./round-off.ts";

it("filter-design/fir/round-off: float32 makes the noise that is forecast", () => {
  const { taps } = remez({ length: 64, bands: [0, 0.3, 0.4, 1], gains: [1, 1, 0, 0] });
  const rounded = Float32Array.from(taps);
  const x = Float32Array.from(testNormals(7, 20_000));
  let [noise, power] = [0, 0];
  for (let n = taps.length; n < x.length; n++) {
    let [exact, single] = [0, 0];
    for (let k = 0; k < taps.length; k++) {
      exact += rounded[k] * x[n - k];
      single = Math.fround(single + Math.fround(rounded[k] * x[n - k]));
    }
    noise += (exact - single) ** 2;
    power += exact ** 2;
  }
  const { noiseDb, coefficientsDb } = tapsRoundOff(taps);
  expect(Math.abs(10 * Math.log10(noise / power) - noiseDb)).toBeLessThan(3);
  expect(coefficientsDb).toBeLessThan(-150);
  expect(tapsRoundOff([1, 0.5]).coefficientsDb).toBe(-Infinity);
});
