import { describe, expect, it } from "vitest";
import { testNormals } from "../gpu/testing.ts";
import { antennaOrder } from "./antenna-order.float64.ts";
import { type BitsPerSymbol, constellation } from "../constellation/constellation.ts";
import { SORTINGS } from "./detector.ts";
import { randomUses, worstLlr } from "./testing.ts";
import { detectTrellis } from "./trellis.float64.ts";

/** |y − Hs|² for symbols by stream. */
function distance(channel: ArrayLike<number>, received: ArrayLike<number>, points: Float64Array, symbols: number[]) {
  const M = symbols.length;
  let sum = 0;
  for (let r = 0; r < received.length / 2; r++) {
    let [x, y] = [received[2 * r], received[2 * r + 1]];
    for (const [m, s] of symbols.entries()) {
      const [a, b] = [channel[2 * (r * M + m)], channel[2 * (r * M + m) + 1]];
      x -= a * points[2 * s] - b * points[2 * s + 1];
      y -= a * points[2 * s + 1] + b * points[2 * s];
    }
    sum += x * x + y * y;
  }
  return sum;
}

/** Extrinsic max-log LLRs of two streams by all pairs of symbols. */
function exhaustive(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  B: BitsPerSymbol,
  noise: number,
  prior: ArrayLike<number>,
): number[] {
  const points = constellation(B, "38.211");
  const Q = 2 ** B;
  const least = Array.from({ length: 2 * B }, () => [Infinity, Infinity]);
  for (let pair = 0; pair < Q * Q; pair++) {
    const bits = least.map((_, i) => (pair >> (2 * B - 1 - i)) & 1);
    const penalty = bits.reduce((sum, bit, i) => sum - bit * prior[i], 0);
    const metric = distance(channel, received, points, [pair >> B, pair % Q]) / noise + penalty;
    for (const [i, bit] of bits.entries()) least[i][bit] = Math.min(least[i][bit], metric);
  }
  return least.map(([zero, one], i) => zero - one - prior[i]);
}

describe("mimo/trellis.float64", () => {
  it.each(SORTINGS)(
    "two streams, sorting %s: every number of orders gives the exhaustive LLRs, with priors too",
    (sorting) => {
      for (const [bitsPerSymbol, noiseVariance] of [
        [2, 0.5],
        [4, 0.1],
      ] as const) {
        const sizes = { antennas: 2, receiveAntennas: 3, bitsPerSymbol, uses: 8, noiseVariance };
        const { channel, received } = randomUses(31, sizes);
        for (let use = 0; use < sizes.uses; use++) {
          const [h, y] = [channel.subarray(12 * use, 12 * use + 12), received.subarray(6 * use, 6 * use + 6)];
          const prior = testNormals(50 + use, 2 * bitsPerSymbol).map((x) => 3 * x);
          for (const known of [prior, prior.map(() => 0)]) {
            const expected = exhaustive(h, y, bitsPerSymbol, noiseVariance, known);
            for (const orders of [1, 2]) {
              const method = { passes: "multiple", orders, sorting, prior: known } as const;
              const { llr } = detectTrellis(h, y, bitsPerSymbol, noiseVariance, method);
              expect(worstLlr(llr, expected)).toBeLessThan(1e-9);
            }
          }
        }
      }
    },
  );

  it.each(SORTINGS)(
    "sorting %s: orders put every stream at every stage, and metrics are whole distances",
    (sorting) => {
      const { channel, received } = randomUses(5, { antennas: 4, bitsPerSymbol: 2, uses: 1, noiseVariance: 0.3 });
      const { orders } = detectTrellis(channel, received, 2, 0.3, { passes: "multiple", orders: 4, sorting });
      expect(orders).toHaveLength(4);
      for (let stage = 0; stage < 4; stage++) {
        expect(orders.map(({ antennas }) => antennas[stage]).toSorted()).toEqual([0, 1, 2, 3]);
      }
      for (const { antennas, lists } of orders) {
        for (const [stage, list] of lists.entries()) {
          expect(list.map(({ symbols }) => symbols[stage])).toEqual([0, 1, 2, 3]);
          for (const { symbols, metric } of list) {
            const byStream = antennas.map((_, stream) => symbols[antennas.indexOf(stream)]);
            expect(metric).toBeCloseTo(distance(channel, received, constellation(2, "38.211"), byStream), 9);
          }
        }
      }
    },
  );

  it("posterior LLRs have no wrong sign with perfect priors", () => {
    const sizes = { antennas: 4, bitsPerSymbol: 4, uses: 1, noiseVariance: 2 } as const;
    const { channel, received, bits } = randomUses(8, sizes);
    const prior = bits.map((bit) => (bit ? 200 : -200));
    for (const sorting of SORTINGS) {
      const { llr } = detectTrellis(channel, received, 4, 2, { passes: "multiple", orders: 2, sorting, prior });
      expect(bits.filter((bit, i) => Number(llr[i] + prior[i] > 0) !== bit)).toEqual([]);
    }
  });
});

describe("mimo/antenna-order", () => {
  it("begins with the column that the others leave weakest; V-BLAST's order depends on the noise", () => {
    // Orthogonal columns of powers 4, 1, 9.
    const diagonal = [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0];
    expect(antennaOrder(diagonal, 3, "none", 1).order).toEqual([0, 1, 2]);
    expect(antennaOrder(diagonal, 3, "norm", 1)).toEqual({ order: [1, 0, 2], margin: 1 / 3 });
    // Columns (1, 0, 0), (1.1, 0.1, 0), (0, 0, 1.05): the first one leaves 0.01 of the second one's power.
    const similar = [1, 0, 1.1, 0, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0, 0, 0, 1.05, 0];
    expect(antennaOrder(similar, 3, "norm", 10).order).toEqual([0, 1, 2]);
    expect(antennaOrder(similar, 3, "v-blast", 0.1).order).toEqual([0, 1, 2]);
    expect(antennaOrder(similar, 3, "v-blast", 10).order).toEqual([0, 2, 1]);
  });
});
