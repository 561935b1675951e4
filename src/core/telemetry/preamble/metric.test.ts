import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../blocks.ts";
import { cutBlocks } from "./cut-blocks.testing.ts";
import { preambleMetric } from "./metric.float64.ts";
import { createPreambleMetric, METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";

/** Noise with known waveforms in it, a silence, and a loud burst. */
function testRecording(length: number, seed: number): Float64Array {
  const random = testRandom(seed);
  const recording = testNormals(seed + 1, 2 * length).map((x) => 0.5 * x);
  for (let n = 0; n < length - 384; n += Math.floor(random() * 20000)) {
    for (let i = 0; i < 768; i++) recording[2 * n + i] += knownWaveform[i];
  }
  const silence = 2 * Math.floor(random() * length * 0.8);
  recording.fill(0, silence, silence + 2000);
  const burst = 2 * Math.floor(random() * length * 0.8);
  for (let i = burst; i < burst + 400; i++) recording[i] *= 1e6;
  return recording;
}

describe("preamble/metric", () => {
  it.each([
    { length: BLOCK_HOP + 30001, firstBlock: 0, blocks: 2, seed: 1 },
    { length: 2 * BLOCK_HOP - 77, firstBlock: 1, blocks: 1, seed: 2 },
    { length: 300, firstBlock: 0, blocks: 1, seed: 3 },
  ])("agrees with float64: $length samples, $blocks blocks from $firstBlock on", async (page) => {
    const { length, firstBlock, blocks, seed } = page;
    const device = await testDevice();
    const rows = cutBlocks(testRecording(length, seed), firstBlock, blocks);
    const plan = await createPreambleMetric(device, { blocks, samples: upload(device, rows) });
    poison(device, plan.metric);
    await run(device, plan);
    const metric = await readFloats(device, plan.metric, blocks * METRIC_LENGTH);
    for (let block = 0; block < blocks; block++) {
      const first = block * BLOCK_LENGTH + BLOCK_LEAD - METRIC_MARGIN;
      const expected = preambleMetric(Float64Array.from(rows.subarray(2 * first, 2 * (first + METRIC_LENGTH + 255))));
      const row = metric.subarray(block * METRIC_LENGTH, (block + 1) * METRIC_LENGTH);
      expect(row.every((T, i) => Math.abs(T - expected[i]) < 1e-6)).toBe(true);
    }
    plan.destroy();
  });

  it("is 1 in the quantized waveform, for any phase and power, and 1/32 in a single impulse", async () => {
    const device = await testDevice();
    const octants = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 3, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 5, 5, 6, 7];
    const length = 1200;
    const recording = new Float64Array(2 * length);
    for (let i = 0; i < 256; i++) {
      const phase = (Math.PI / 4) * octants[i % 32] + 0.7;
      recording[2 * (40 + i)] = 1e-3 * Math.cos(phase);
      recording[2 * (40 + i) + 1] = 1e-3 * Math.sin(phase);
    }
    recording[2 * 900] = 3;
    const samples = upload(device, cutBlocks(recording, 0, 1));
    const plan = await createPreambleMetric(device, { samples, blocks: 1 });
    await run(device, plan);
    const metric = await readFloats(device, plan.metric, METRIC_LENGTH);
    expect(metric[METRIC_MARGIN + 40]).toBeCloseTo(1, 6);
    expect(metric[METRIC_MARGIN + 700]).toBeCloseTo(1 / 32, 7);
    plan.destroy();
  });

  it("refuses zero blocks", async () => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    await expect(createPreambleMetric(device, { samples, blocks: 0 })).rejects.toThrow(
      "preamble/metric: blocks must be a positive integer, got 0",
    );
  });
});
