import { describe, expect, it } from "vitest";
import { poison, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import { readBack } from "../gpu/readback.ts";
import { PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { BLOCK_HOP } from "./blocks.ts";
import { chainSums } from "./chain.reference.ts";
import { CANDIDATES, createChainSum, THRESHOLD } from "./chain.ts";
import { METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";

/** Runs the plan on rows of T and returns each block's best candidate. */
async function bestOf(rows: Float32Array<ArrayBuffer>, blocks: number) {
  const device = await testDevice();
  const plan = await createChainSum(device, { blocks, metric: upload(device, rows) });
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

describe("preamble/chain", () => {
  it.each([
    { blocks: 1, rare: 0.5, seed: 1 },
    { blocks: 3, rare: 2e-5, seed: 2 },
  ])("finds the reference's residue in $blocks blocks, T above the threshold with probability $rare", async (table) => {
    const { blocks, rare, seed } = table;
    const random = testRandom(seed);
    // Values of which 32 add up without rounding, so that equal scores are frequent and exact.
    const value = () => Math.round((random() < rare ? 0.2 + 0.8 * random() : 0.2 * random()) * 64) / 64;
    const metric = Float64Array.from({ length: blocks * BLOCK_HOP }, value);
    const rows = new Float32Array(blocks * METRIC_LENGTH).fill(1);
    for (let block = 0; block < blocks; block++) {
      const row = metric.subarray(block * BLOCK_HOP, (block + 1) * BLOCK_HOP);
      rows.set(row, block * METRIC_LENGTH + METRIC_MARGIN);
    }
    const expected = Array.from({ length: blocks }, (_, block) => {
      const sums = chainSums(metric, block, THRESHOLD);
      const score = sums.reduce((a, b) => Math.max(a, b));
      return { score, residue: sums.indexOf(score) };
    });
    expect(await bestOf(rows, blocks)).toEqual(expected);
  });

  it("hears one weak packet in the noise of 31 slots, and nothing in noise alone", async () => {
    const random = testRandom(3);
    const rows = Float32Array.from({ length: 2 * METRIC_LENGTH }, () => 0.11 * random());
    rows[METRIC_MARGIN + 17 * PACKET_SAMPLES + 12671] = 0.21;
    const [packet, noise] = await bestOf(rows, 2);
    expect(packet).toEqual({ score: Math.fround(0.21), residue: 12671 });
    expect(noise).toEqual({ score: 0, residue: 0 });
  });

  it("refuses no blocks", async () => {
    const device = await testDevice();
    const metric = upload(device, new Float32Array(64));
    await expect(createChainSum(device, { blocks: 0, metric })).rejects.toThrow(
      "preamble/chain: blocks must be a positive integer, got 0",
    );
  });
});
