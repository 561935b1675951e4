import { describe, expect, it } from "vitest";
import { testRandom } from "../gpu/testing.ts";
import { createLossMeter } from "./loss-meter.ts";

/** Samples that are reported as lost, when transfers of 25 ms come at these delays, s. */
function lost(rate: number, seconds: number, delayOf: (time: number) => number): number {
  const meter = createLossMeter(rate);
  let sum = 0;
  for (let n = 1; n <= seconds * 40; n++) sum += meter.came(rate / 40, 1e5 + n / 40 + delayOf(n / 40));
  return sum;
}

describe("live/loss-meter", () => {
  it("ignores jitter, a crystal's error, and a busy computer that catches up", () => {
    const random = testRandom(1);
    expect(lost(2.4e6, 60, (time) => 0.02 * random() + 1e-4 * time)).toBe(0);
    expect(lost(2.4e6, 60, (time) => (time > 20 && time < 23.5 ? 23.5 - time : 0) - 1e-4 * time)).toBe(0);
  });

  it("counts what is late for good", () => {
    expect(lost(2.4e6, 20, (time) => (time > 7.01 ? 0.25 : 0))).toBe(600_000);
    // A pause of 3 s: the transfers in flight hold 0.4 s, the rest is lost.
    expect(lost(1e6, 30, (time) => (time > 10 && time <= 10.4 ? 13 - time : time > 10.4 ? 2.6 : 0))).toBe(2_600_000);
  });
});
