import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS, WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { cutWindow } from "./window.float64.ts";
import { createWindow } from "./window.ts";

describe("estimation/window", () => {
  it.each([
    { blocks: 1, scale: 1, seed: 1 },
    { blocks: 2, scale: 3e-4, seed: 2 },
    { blocks: 1, scale: 2e5, seed: 3 },
  ])("agrees with float64, $blocks blocks of amplitude $scale", async ({ blocks, scale, seed }) => {
    const device = await testDevice();
    const random = testRandom(seed);
    const samples = Float32Array.from(testNormals(seed, 2 * blocks * BLOCK_LENGTH), (x) => scale * x);
    // The recording ends inside the last window of the first block.
    samples.fill(0, 2 * (BLOCK_LENGTH - 100), 2 * BLOCK_LENGTH);
    const slots = blocks * BLOCK_PACKETS;
    const frequency = Float32Array.from({ length: slots }, () => (random() - 0.5) * 0.08);
    const table = new Int32Array(4 * slots);
    const packets = Array.from(frequency, (omega, slot) => {
      const shift = slot % 2 ? 12736 : -64;
      const start = 512 + (slot % BLOCK_PACKETS) * PACKET_SAMPLES + shift + Math.floor(random() * 9) - 4;
      const found = slot !== 5;
      table.set([start, Number(found), 0, 0], 4 * slot);
      return { block: Math.floor(slot / BLOCK_PACKETS), start, found, omega };
    });
    const plan = await createWindow(device, {
      slots,
      samples: upload(device, samples),
      packets: upload(device, table),
      frequency: upload(device, frequency),
    });
    const expected = packets.map(({ block, start, found, omega }) => {
      const row = Float64Array.from(samples.subarray(2 * block * BLOCK_LENGTH, 2 * (block + 1) * BLOCK_LENGTH));
      return found ? cutWindow(row, start, omega) : new Float64Array(2 * WINDOW_LENGTH);
    });
    poison(device, plan.window);
    await run(device, plan);
    const windows = await readFloats(device, plan.window, 2 * slots * WINDOW_LENGTH);
    for (const [slot, reference] of expected.entries()) {
      const window = windows.subarray(2 * slot * WINDOW_LENGTH, 2 * (slot + 1) * WINDOW_LENGTH);
      if (slot === 5) {
        expect(window.every((x) => x === 0)).toBe(true);
        continue;
      }
      expect(errorDb(window, reference)).toBeLessThan(-95);
      const packet = window.subarray(2 * WINDOW_ORIGIN, 2 * (WINDOW_ORIGIN + PACKET_SAMPLES));
      const power = packet.reduce((sum, x) => sum + x * x, 0) / PACKET_SAMPLES;
      expect(Math.abs(power - 1)).toBeLessThan(1e-6);
    }
    plan.destroy();
  });

  it("gives zeros where the packet has no power", async () => {
    const device = await testDevice();
    const plan = await createWindow(device, {
      slots: BLOCK_PACKETS,
      samples: upload(device, new Float32Array(2 * BLOCK_LENGTH)),
      packets: upload(device, new Int32Array(4 * BLOCK_PACKETS).fill(1)),
      frequency: upload(device, new Float32Array(BLOCK_PACKETS)),
    });
    poison(device, plan.window);
    await run(device, plan);
    const windows = await readFloats(device, plan.window, 2 * BLOCK_PACKETS * WINDOW_LENGTH);
    expect(windows.every((x) => x === 0)).toBe(true);
    plan.destroy();
  });

  it("refuses half a block", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(256));
    const config = { slots: 12, samples: buffer, packets: buffer, frequency: buffer };
    await expect(createWindow(device, config)).rejects.toThrow(
      "estimation/window: slots must be a positive multiple of 8, got 12",
    );
  });
});
