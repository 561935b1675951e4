import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { bitPath } from "./bit-path.float64.ts";
import { constellation } from "../../constellation/constellation.ts";
import { frameFields } from "./frame.float64.ts";
import { RATES, rateOf } from "./rates.ts";
import { binOf } from "./symbol.ts";
import { annex } from "./testing.ts";

const example = { rate: rateOf(36), psdu: annex.psdu, scramblerState: annex.scramblerState };

const randomFrame = (seed: number) => {
  const random = testRandom(seed);
  const psdu = Uint8Array.from({ length: 20 }, () => Math.floor(256 * random()));
  return { rate: RATES[seed % RATES.length], psdu, scramblerState: 1 + Math.floor(127 * random()) };
};

describe("the path of a bit", () => {
  it("agrees with the tables of annex G", () => {
    const { steps, value, octet, place } = bitPath(example, 0);
    expect([value, octet, place]).toEqual([0x04, 0, 0]);
    expect(steps.map(({ plain }) => plain)).toEqual([...annex.dataBitsFirst144.subarray(16, 23)]);
    expect(steps.map(({ scrambled }) => scrambled)).toEqual([...annex.scrambledFirst144.subarray(16, 23)]);
    const sent = steps.flatMap(({ coded }) => coded.flatMap((one) => (one.sent ? [{ ...one, ...one.sent }] : [])));
    for (const { coded, interleaved, value } of sent) {
      expect(annex.codedFirstSymbol[coded]).toBe(value);
      expect(annex.interleavedFirstSymbol[interleaved]).toBe(value);
    }
    for (const { carrier, label } of sent) {
      for (const part of [0, 1]) {
        const expected = annex.carriersFirstDataSymbol[2 * binOf(carrier) + part];
        expect(constellation(4, "802.11")[2 * label + part]).toBeCloseTo(expected, 3);
      }
    }
  });

  it.each(RATES.map((rate, seed) => [rate.mbps, seed]))(
    "at %i Mbit/s changes the named code bits and no others when the bit changes",
    (_, seed) => {
      const frame = randomFrame(seed);
      for (const bit of [0, 77, 159]) {
        const changed = { ...frame, psdu: frame.psdu.slice() };
        changed.psdu[bit >> 3] ^= 1 << (bit & 7);
        const [before, after] = [frame, changed].map((one) => frameFields(one).data.interleaved);
        const differing = [...before.keys()].filter((place) => before[place] !== after[place]);
        const { codedBits } = frame.rate;
        const named = bitPath(frame, bit).steps.flatMap(({ coded }) =>
          coded.flatMap(({ term, sent }) => (term && sent ? [sent.symbol * codedBits + sent.interleaved] : [])),
        );
        expect(named.toSorted((a, b) => a - b)).toEqual(differing);
      }
    },
  );

  it.each([-1, 800, 1.5])("refuses bit %d of 800", (bit) => {
    expect(() => bitPath(example, bit)).toThrow(`bit must be an integer from 0 to 799, got ${bit}`);
  });
});
