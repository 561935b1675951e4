import { describe, expect, it } from "vitest";
import { poison, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { readBack } from "../../gpu/readback.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_HOP } from "../blocks.ts";
import { chainSums } from "./chain.reference.ts";
import { CANDIDATES, createChainSum, REACH, PREAMBLE_THRESHOLD } from "./chain.ts";
import { METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";
import type { RecordingSpan } from "../page.ts";

/** Runs the plan on rows of T and returns each block's best candidate. */
async function bestOf(rows: Float32Array<ArrayBuffer>, page: RecordingSpan) {
  const device = await testDevice();
  const blocks = rows.length / METRIC_LENGTH;
  const plan = await createChainSum(device, { blocks, metric: upload(device, rows), firstBlock: 0, length: 0 });
  plan.setPage(page);
  poison(device, plan.candidates);
  await run(device, plan);
  const [bytes] = await readBack(device, [{ buffer: plan.candidates, size: blocks * CANDIDATES * 8 }]);
  plan.destroy();
  const [scores, residues] = [new Float32Array(bytes), new Uint32Array(bytes)];
  return Array.from({ length: blocks }, (_, block) => {
    let best = block * CANDIDATES;
    for (let i = best; i < (block + 1) * CANDIDATES; i++) if (scores[2 * i] > scores[2 * best]) best = i;
    return { score: scores[2 * best], residue: residues[2 * best + 1] };
  });
}

const endless = { firstBlock: 0, length: 2 ** 31 };

describe("preamble/chain", () => {
  it.each([
    { blocks: 1, rare: 0.1, firstBlock: 0, length: 2 ** 31, seed: 1 },
    { blocks: 3, rare: 1e-4, firstBlock: 0, length: 2 ** 31, seed: 2 },
    { blocks: 3, rare: 1e-3, firstBlock: 2 ** 25, length: (2 ** 25 + 1) * BLOCK_HOP + 100000, seed: 3 },
  ])("finds the reference's residue in $blocks blocks, T above the threshold with probability $rare", async (table) => {
    const { blocks, rare, firstBlock, length, seed } = table;
    const random = testRandom(seed);
    // Values of which 32 add up without rounding, so that equal scores are frequent and exact.
    const value = () => Math.round((random() < rare ? 0.2 + 0.8 * random() : 0.2 * random()) * 64) / 64;
    const rows = Float32Array.from({ length: blocks * METRIC_LENGTH }, value);
    const expected = Array.from({ length: blocks }, (_, block) => {
      const T = Float64Array.from(rows.subarray(block * METRIC_LENGTH, (block + 1) * METRIC_LENGTH));
      const starts = length - PACKET_SAMPLES + 1 - (firstBlock + block) * BLOCK_HOP;
      const options = { starts: Math.min(starts, BLOCK_HOP), threshold: PREAMBLE_THRESHOLD, reach: REACH };
      const sums = chainSums(T, METRIC_MARGIN, options);
      const score = sums.reduce((a, b) => Math.max(a, b));
      return { score, residue: sums.indexOf(score) };
    });
    expect(await bestOf(rows, { firstBlock, length })).toEqual(expected);
  });

  it("finds one weak packet in the noise of 31 slots, and none in noise alone", async () => {
    const random = testRandom(4);
    const rows = Float32Array.from({ length: 2 * METRIC_LENGTH }, () => 0.11 * random());
    rows[METRIC_MARGIN + 17 * PACKET_SAMPLES + 12671] = 0.21;
    const [packet, noise] = await bestOf(rows, endless);
    expect(packet).toEqual({ score: Math.fround(0.21), residue: 12671 });
    expect(noise).toEqual({ score: 0, residue: 0 });
  });

  it("does not count the side peaks of packets that are cut off", async () => {
    const rows = new Float32Array(METRIC_LENGTH);
    for (const n of [-10, PACKET_SAMPLES - 10]) {
      rows[METRIC_MARGIN + n] = 0.8;
      rows[METRIC_MARGIN + n - 30] = 0.7;
      rows[METRIC_MARGIN + n + 33] = 0.7;
    }
    expect(await bestOf(rows, endless)).toEqual([{ score: Math.fround(0.8), residue: PACKET_SAMPLES - 10 }]);
    const length = 2 * PACKET_SAMPLES - 11;
    expect(await bestOf(rows, { firstBlock: 0, length })).toEqual([{ score: 0, residue: 0 }]);
  });

  it.each([
    [{ blocks: 0 }, "blocks must be a positive integer, got 0"],
    [{ length: -1 }, "length must be 0 to 2^44 samples, got -1"],
    [{ firstBlock: 0.5 }, "firstBlock must be an integer from -1 to 43383508, got 0.5"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const metric = upload(device, new Float32Array(64));
    await expect(createChainSum(device, { blocks: 1, metric, ...endless, ...change })).rejects.toThrow(
      `preamble/chain: ${message}`,
    );
  });
});
