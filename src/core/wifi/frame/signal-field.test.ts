import { constantFrom, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { RATES, rateOf } from "./rates.ts";
import { signalBits } from "./signal-field.ts";
import { parseSignal } from "./signal-field.float64.ts";
import { annex } from "./testing.ts";

/** Bits of SIGNAL with the given RATE field and even parity. */
function withField(field: string, length: number) {
  const bits = signalBits({ rate: rateOf(6), length });
  bits.set([...field].map(Number));
  bits[17] = bits.subarray(0, 17).reduce((sum, bit) => sum ^ bit, 0);
  return bits;
}

describe("SIGNAL", () => {
  it("has the annex's bits", () => {
    const signal = { rate: rateOf(36), length: 100 };
    expect(signalBits(signal)).toEqual(annex.signalBits);
    expect(parseSignal(annex.signalBits)).toEqual(signal);
  });

  it("returns every rate and length", () => {
    for (const rate of RATES) {
      for (let length = 1; length <= 4095; length++) {
        const signal = parseSignal(signalBits({ rate, length }));
        if ("refused" in signal || signal.rate !== rate || signal.length !== length) {
          expect.fail(`${rate.mbps} Mbit/s, ${length} octets: got ${JSON.stringify(signal)}`);
        }
      }
    }
  });

  it("is refused after any single error in its first 18 bits", () => {
    const any = property(constantFrom(...RATES), integer({ min: 1, max: 4095 }), integer({ min: 0, max: 17 }), test);
    function test(rate: (typeof RATES)[number], length: number, place: number) {
      const bits = signalBits({ rate, length });
      bits[place] ^= 1;
      expect(parseSignal(bits)).toEqual({
        refused: "SIGNAL has odd parity: expected an even number of ones in its first 18 bits",
      });
    }
    assert(any);
  });

  it("is refused with each of the eight reserved rates", () => {
    const fields = Array.from({ length: 8 }, (_, i) => `${i.toString(2).padStart(3, "0")}0`);
    for (const field of fields) {
      expect(parseSignal(withField(field, 1000))).toEqual({
        refused:
          `SIGNAL names the reserved rate ${field}: ` +
          "expected one of 1101, 1111, 0101, 0111, 1001, 1011, 0001, 0011",
      });
    }
  });

  it("is refused with LENGTH 0", () => {
    const bits = Uint8Array.from({ length: 24 }, (_, k) => Number("110100000000000001"[k] ?? 0));
    expect(parseSignal(bits)).toEqual({ refused: "SIGNAL gives LENGTH 0: expected 1 to 4095 octets" });
  });

  it("is read with the reserved bit set", () => {
    const bits = signalBits({ rate: rateOf(54), length: 4095 });
    bits[4] ^= 1;
    bits[17] ^= 1;
    expect(parseSignal(bits)).toEqual({ rate: rateOf(54), length: 4095 });
  });

  it.each([0, 4096, 1.5, -1, Number.NaN])("cannot hold a LENGTH of %d", (length) => {
    const message = `wifi/signal-field: LENGTH must be a whole number of octets from 1 to 4095, got ${length}`;
    expect(() => signalBits({ rate: rateOf(6), length })).toThrow(message);
  });
});
