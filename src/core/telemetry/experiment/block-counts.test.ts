import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { brokenBound } from "../../measurement/count-bounds.ts";
import { NO_PACKET } from "../detection/errors.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { DATA_BITS } from "../packet.ts";
import { blockCountsOf } from "./block-counts.ts";

const NAMES = ["frames", "frameErrors", "bits", "errors", "squares", "missed", "blocks", "blocks in error"];
const most = blockCountsOf({ packets: 2 ** 30, firstOffset: 0 });

/** Slots with errors in some packets, all of them in some blocks, and some missed packets. */
function drawn(random: () => number): Uint32Array {
  const share = random() < 0.3 ? 1 : random();
  return Uint32Array.from({ length: BLOCK_PACKETS }, () => {
    if (random() < 0.05) return NO_PACKET;
    return random() < share ? Math.ceil(random() * DATA_BITS) : 0;
  });
}

describe("telemetry/experiment/block-counts", () => {
  it("keeps the fields of earlier files where one number holds any sum of squares", () => {
    const largest = 233_016 * BLOCK_PACKETS;
    for (const packets of [1, 169_465, largest]) {
      const { fields } = blockCountsOf({ packets, firstOffset: 0 });
      expect(fields).toEqual([...NAMES, "squares of blocks"]);
    }
    // 233,017 blocks of 196,608 wrong bits have a sum of squares above 2^53.
    expect(blockCountsOf({ packets: largest + 1, firstOffset: 0 }).fields).toHaveLength(11);
  });

  it("adds up 2^30 packets exactly, at any error rate, and files with these sums are read", () => {
    const { fields, count, bounds, totals } = most;
    const blocks = 2 ** 25;
    for (const wrong of [DATA_BITS, DATA_BITS / 2 - 1, 1]) {
      const one = new Float64Array(fields.length);
      count(one, 0, 7, new Uint32Array(BLOCK_PACKETS).fill(wrong));
      const sums = [...one].map((value) => value * blocks);
      expect(sums.every(Number.isSafeInteger)).toBe(true);
      expect(brokenBound(fields, sums, bounds({ first: 0, count: blocks }, sums))).toBeUndefined();
      const exact = (values: number[], square: number) =>
        BigInt(values[square]) + 2n ** 24n * BigInt(values[9 + Number(square > 4)]);
      expect(exact(sums, 4)).toBe(BigInt(2 ** 30) * BigInt(wrong) ** 2n);
      expect(exact(sums, 8)).toBe(BigInt(blocks) * BigInt(32 * wrong) ** 2n);
      const { packets, blockSquares } = totals(sums);
      expect(packets.slice(0, 5)).toEqual([
        2 ** 30,
        2 ** 30,
        2 ** 30 * DATA_BITS,
        2 ** 30 * wrong,
        2 ** 30 * wrong ** 2,
      ]);
      expect(blockSquares).toBe(blocks * (32 * wrong) ** 2);
    }
  });

  it("counts like the fields of few packets, and refuses impossible sums like them", () => {
    const few = blockCountsOf({ packets: 2 ** 20, firstOffset: 0 });
    const random = testRandom(5);
    for (let run = 0; run < 200; run++) {
      const blocks = { first: Math.floor(random() * 1000), count: 1 + Math.floor(random() * 5) };
      const [small, large] = [few, most].map(({ fields, count }) => {
        const sums = fields.map(() => 0);
        return { sums, count };
      });
      for (let block = 0; block < blocks.count; block++) {
        const errors = drawn(random);
        for (const { sums, count } of [small, large]) {
          const own = new Float64Array(sums.length);
          count(own, 0, blocks.first + block, errors);
          for (const [i, value] of own.entries()) sums[i] += value;
        }
      }
      expect(most.totals(large.sums)).toMatchObject({ ...few.totals(small.sums), packets: expect.anything() });
      expect(most.totals(large.sums).packets.slice(0, 9)).toEqual(small.sums);
      expect(brokenBound(most.fields, large.sums, most.bounds(blocks, large.sums))).toBeUndefined();
      // A change of one count that the small fields refuse is refused in the large ones.
      const at = Math.floor(random() * 9);
      const change = [1, -1, 2, 1000, -1000][Math.floor(random() * 5)];
      const changed = ({ sums }: typeof small) => sums.with(at, sums[at] + change);
      const refused = [few, most].map((counts, i) => {
        const sums = changed([small, large][i]);
        return (
          brokenBound(counts.fields, sums, counts.bounds(blocks, sums)) !== undefined || sums.some((sum) => sum < 0)
        );
      });
      if (refused[0]) expect(refused[1], `${most.fields[at]} ${change}`).toBe(true);
    }
  });
});
