import { describe, expect, it } from "vitest";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { BLOCK_HOP, BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { cutBlocks } from "./cut-blocks.testing.ts";
import { createPreambleDetector } from "./detector.ts";

describe("preamble/detector", () => {
  // Blocks of 405,504 samples: ten million in the slow suite.
  const [blocks, pages] = process.env.THREERAY_SLOW ? [5, 5] : [4, 2];
  it(`finds nothing in ${blocks * pages} blocks of noise`, async () => {
    const device = await testDevice();
    const length = pages * blocks * BLOCK_HOP;
    const samples = allocate(device).storage("samples", blocks * BLOCK_LENGTH * 8);
    const plan = await createPreambleDetector(device, { blocks, samples, firstBlock: 0, length });
    for (let page = 0; page < pages; page++) {
      const noise = testNormals(page, 2 * (blocks * BLOCK_HOP + BLOCK_LENGTH));
      device.queue.writeBuffer(samples, 0, cutBlocks(noise, 0, blocks));
      plan.setPage({ firstBlock: page * blocks, length });
      await run(device, plan);
      const [bytes] = await readBack(device, [{ buffer: plan.packets, size: blocks * BLOCK_PACKETS * 16 }]);
      const found = new Int32Array(bytes).filter((_, word) => word % 4 === 1);
      expect(found.every((flag) => flag === 0)).toBe(true);
    }
    plan.destroy();
  });

  it("refuses what its stages refuse", async () => {
    const device = await testDevice();
    const config = { blocks: 1, samples: upload(device, new Float32Array(64)), firstBlock: 0, length: 1 };
    await expect(createPreambleDetector(device, { ...config, blocks: 0 })).rejects.toThrow(
      "preamble/metric: blocks must be a positive integer, got 0",
    );
    await expect(createPreambleDetector(device, { ...config, anchor: -1 })).rejects.toThrow(
      "preamble/track: anchor must be an integer from 0 to 12671, got -1",
    );
  });
});
