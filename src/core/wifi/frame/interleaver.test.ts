import { describe, expect, it } from "vitest";
import { interleave } from "../../codes/interleaving/bits.float64.ts";
import { deinterleave } from "../../codes/interleaving/llrs.float64.ts";
import { testRandom } from "../../gpu/testing.ts";
import { interleaverOrder } from "./interleaver.ts";
import { RATES, rateOf } from "./rates.ts";
import { annex } from "./testing.ts";

describe("interleaver", () => {
  it.each(RATES)("$mbps Mbit/s: its inverse is the standard's second pair of formulas", (rate) => {
    const { codedBits: N, bitsPerCarrier } = rate;
    const s = Math.max(bitsPerCarrier / 2, 1);
    for (const [j, bit] of interleaverOrder(rate).entries()) {
      const i = s * Math.floor(j / s) + ((j + Math.floor((16 * j) / N)) % s);
      expect(bit).toBe(16 * i - (N - 1) * Math.floor((16 * i) / N));
    }
  });

  it.each(RATES)("$mbps Mbit/s: sends each bit once, and neighbours at least three carriers apart", (rate) => {
    const order = interleaverOrder(rate);
    expect(order.toSorted((a, b) => a - b)).toEqual(order.map((_, k) => k));
    const carrier = (k: number) => Math.floor(order.indexOf(k) / rate.bitsPerCarrier);
    for (let k = 1; k < order.length; k++) expect(Math.abs(carrier(k) - carrier(k - 1))).toBeGreaterThanOrEqual(3);
  });

  it.each(RATES)("$mbps Mbit/s: LLRs return to their bits", (rate) => {
    const random = testRandom(rate.mbps);
    const [order, length] = [interleaverOrder(rate), rate.codedBits];
    const bits = Array.from({ length }, () => Number(random() < 0.5));
    const llrs = interleave(bits, { length, order }).map((bit) => 2 * bit - 1);
    expect([...deinterleave(llrs, { length, order })]).toEqual(bits.map((bit) => 2 * bit - 1));
  });

  it("gives the annex's interleaved bits of SIGNAL and of the first data symbol", () => {
    const sent = (bits: Uint8Array, mbps: number) =>
      interleave(bits, { length: bits.length, order: interleaverOrder(rateOf(mbps)) });
    expect(sent(annex.signalCoded, 6)).toEqual([...annex.signalInterleaved]);
    expect(sent(annex.codedFirstSymbol, 36)).toEqual([...annex.interleavedFirstSymbol]);
  });
});
