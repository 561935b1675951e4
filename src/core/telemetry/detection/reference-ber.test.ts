import { expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { decisionDistances, errorRate } from "./reference-ber.reference.ts";
import { REFERENCE_BER } from "./reference-ber.ts";

it("tabulates the rates that the distances of random bits give", () => {
  const random = testRandom(7);
  const distances = decisionDistances(Uint8Array.from({ length: 40_000 }, () => Number(random() < 0.5)));
  expect(distances.every((distance) => distance > 0)).toBe(true);
  for (const [ebn0, ber] of REFERENCE_BER) {
    // Far out only the rarest bits count.
    expect(Math.abs(Math.log10(errorRate(distances, ebn0) / ber)), `${ebn0} dB`).toBeLessThan(ebn0 < 11 ? 0.01 : 0.03);
  }
});

it("agrees with simulations of the same receiver", () => {
  const simulated: Record<number, number> = { 6: 5.15e-3, 8: 8.3e-4, 10: 6.0e-5, 11: 1.06e-5 };
  for (const [ebn0, ber] of Object.entries(simulated)) {
    const [, tabulated] = REFERENCE_BER.find(([value]) => value === Number(ebn0))!;
    expect(tabulated / ber).toBeCloseTo(1, 1);
  }
});
