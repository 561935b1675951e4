import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../gpu/testing.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { BLOCK_HOP } from "./blocks.ts";
import { cutBlocks } from "./cut-blocks.ts";
import { preambleMetric } from "./metric.reference.ts";
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
    { length: PACKET_SAMPLES, firstBlock: 0, blocks: 1, seed: 3 },
    { length: PACKET_SAMPLES - 1, firstBlock: 0, blocks: 1, seed: 4 },
  ])("agrees with float64: $length samples, $blocks blocks from $firstBlock on", async (page) => {
    const { length, firstBlock, blocks, seed } = page;
    const device = await testDevice();
    const recording = testRecording(length, seed);
    const samples = upload(device, cutBlocks(recording, firstBlock, blocks));
    const plan = await createPreambleMetric(device, { samples, firstBlock, length, blocks });
    poison(device, plan.metric);
    await run(device, plan);
    const metric = await readFloats(device, plan.metric, blocks * METRIC_LENGTH);
    const expected = preambleMetric(recording);
    let worst = 0;
    for (const [index, T] of metric.entries()) {
      const block = firstBlock + Math.floor(index / METRIC_LENGTH);
      const error = Math.abs(T - (expected[block * BLOCK_HOP - METRIC_MARGIN + (index % METRIC_LENGTH)] ?? 0));
      if (!(error <= worst)) worst = error;
    }
    expect(worst).toBeLessThan(1e-6);
    plan.destroy();
  });

  it("is 1 in the quantized waveform, whatever its phase and power, and 1/32 in a single impulse", async () => {
    const device = await testDevice();
    const octants = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 3, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 5, 5, 6, 7];
    const length = PACKET_SAMPLES + 1000;
    const recording = new Float64Array(2 * length);
    for (let i = 0; i < 256; i++) {
      const phase = (Math.PI / 4) * octants[i % 32] + 0.7;
      recording[2 * (40 + i)] = 1e-3 * Math.cos(phase);
      recording[2 * (40 + i) + 1] = 1e-3 * Math.sin(phase);
    }
    recording[2 * 900] = 3;
    const samples = upload(device, cutBlocks(recording, 0, 1));
    const plan = await createPreambleMetric(device, { samples, firstBlock: 0, length, blocks: 1 });
    await run(device, plan);
    const metric = await readFloats(device, plan.metric, METRIC_LENGTH);
    expect(metric[METRIC_MARGIN + 40]).toBeCloseTo(1, 6);
    expect(metric[METRIC_MARGIN + 700]).toBeCloseTo(1 / 32, 7);
    plan.destroy();
  });

  it("refuses impossible pages", async () => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    const page = { samples, blocks: 1, firstBlock: 0, length: 1 };
    await expect(createPreambleMetric(device, { ...page, blocks: 0 })).rejects.toThrow(
      "preamble/metric: blocks must be a positive integer, got 0",
    );
    await expect(createPreambleMetric(device, { ...page, length: -1 })).rejects.toThrow(
      "preamble/metric: length must be 0 to 2^31 samples, got -1",
    );
    await expect(createPreambleMetric(device, { ...page, firstBlock: 0.5 })).rejects.toThrow(
      "preamble/metric: firstBlock must be an integer from 0 to 5295, got 0.5",
    );
  });
});
