import { describe, expect, it } from "vitest";
import { testNormals, testRandom } from "../../gpu/testing.ts";
import { maxLogLlrs } from "./demapper.float64.ts";
import { constellation, mapBits } from "../../constellation/constellation.ts";
import { BITS_PER_CARRIER, type Modulation } from "./rates.ts";

const modulations = Object.keys(BITS_PER_CARRIER) as Modulation[];

/** Points through one channel coefficient per carrier. */
const faded = (points: Float64Array, channel: Float64Array) =>
  points.map((value, i) => {
    const [h, other] = [channel[i - (i % 2)], channel[i - (i % 2) + 1]];
    return i % 2 ? points[i - 1] * other + value * h : value * h - points[i + 1] * other;
  });

describe("max-log demapper", () => {
  it.each(modulations)("%s: signs return random bits through a random channel without noise", (modulation) => {
    const random = testRandom(21);
    const bits = Array.from({ length: 48 * BITS_PER_CARRIER[modulation] }, () => Number(random() < 0.5));
    const channel = testNormals(22, 96);
    const llrs = maxLogLlrs(
      faded(mapBits(bits, constellation(BITS_PER_CARRIER[modulation], "802.11")), channel),
      channel,
      0.1,
      modulation,
    );
    expect(Array.from(llrs, (llr) => Number(llr > 0))).toEqual(bits);
  });

  it("BPSK and QPSK: equals the closed form 4·Re(y·h*)/N0 and its quadrature counterpart", () => {
    const [received, channel] = [testNormals(23, 96), testNormals(24, 96)];
    const matched = (i: number) => [
      received[2 * i] * channel[2 * i] + received[2 * i + 1] * channel[2 * i + 1],
      received[2 * i + 1] * channel[2 * i] - received[2 * i] * channel[2 * i + 1],
    ];
    const bpsk = maxLogLlrs(received, channel, 0.3, "BPSK");
    const qpsk = maxLogLlrs(received, channel, 0.3, "QPSK");
    for (let c = 0; c < 48; c++) {
      const [re, im] = matched(c);
      expect(bpsk[c]).toBeCloseTo((4 * re) / 0.3, 9);
      expect(qpsk[2 * c]).toBeCloseTo((4 * Math.SQRT1_2 * re) / 0.3, 9);
      expect(qpsk[2 * c + 1]).toBeCloseTo((4 * Math.SQRT1_2 * im) / 0.3, 9);
    }
  });

  it.each(modulations)("%s: approaches the exact LLRs as the noise falls", (modulation) => {
    const [size, points, noiseVariance] = [
      BITS_PER_CARRIER[modulation],
      constellation(BITS_PER_CARRIER[modulation], "802.11"),
      1e-3,
    ];
    const received = testNormals(25, 40);
    const channel = Float64Array.from({ length: 40 }, (_, i) => 1 - (i % 2));
    const llrs = maxLogLlrs(received, channel, noiseVariance, modulation);
    for (const [at, llr] of llrs.entries()) {
      const [c, bit] = [Math.floor(at / size), size - 1 - (at % size)];
      const exponents = (value: number) =>
        Array.from({ length: points.length / 2 }, (_, s) => s)
          .filter((s) => ((s >> bit) & 1) === value)
          .map((s) => -((received[2 * c] - points[2 * s]) ** 2 + (received[2 * c + 1] - points[2 * s + 1]) ** 2))
          .map((exponent) => exponent / noiseVariance);
      const logSum = (values: number[]) => {
        const most = Math.max(...values);
        return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
      };
      const exact = logSum(exponents(1)) - logSum(exponents(0));
      // Each of the two sums differs from its greatest term by at most the logarithm of its number of terms.
      expect(Math.abs(llr - exact)).toBeLessThanOrEqual(Math.log(points.length / 4) + 1e-6);
    }
  });
});
