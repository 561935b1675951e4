import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { BLOCK_LENGTH } from "../blocks.ts";
import { filterReceived, receiveFilterResponse } from "./receive-filter.float64.ts";
import { createReceiveFilter, FILTER_REACH } from "./receive-filter.ts";

const BINS = 2048;
const binAt = (mhz: number) => (Math.round((mhz / 20.625) * BINS) + BINS) % BINS;

describe("front-end/receive-filter", () => {
  it.each([2, 7.5, 20])("agrees with float64 within 1e-5, %d MHz", async (bandwidth) => {
    const device = await testDevice();
    const blocks = 2;
    const samples = testNormals(bandwidth, 2 * blocks * BLOCK_LENGTH);
    const plan = await createReceiveFilter(device, {
      blocks,
      samples: upload(device, Float32Array.from(samples)),
      bandwidth,
    });
    poison(device, plan.output);
    await run(device, plan);
    const filtered = await readFloats(device, plan.output, 2 * blocks * BLOCK_LENGTH);
    plan.destroy();
    for (const first of [0, 200_000, BLOCK_LENGTH, 2 * BLOCK_LENGTH - 500]) {
      const stretch = Float64Array.from(samples.slice(2 * first, 2 * (first + 500)), Math.fround);
      for (const [i, expected] of filterReceived(stretch, bandwidth).entries()) {
        expect(Math.abs(filtered[2 * (first + FILTER_REACH) + i] - expected)).toBeLessThan(1e-5);
      }
    }
  });

  it.each([4, 10, 16])(
    "passes the carrier, halves the amplitude at ± half of %d MHz, and stops 60 dB further out",
    (bandwidth) => {
      const response = receiveFilterResponse(bandwidth, BINS);
      expect(response[0]).toBeCloseTo(1, 6);
      for (const side of [-1, 1]) {
        const edge = (side * bandwidth) / 2;
        expect(response[binAt(edge)]).toBeGreaterThan(0.45);
        expect(response[binAt(edge)]).toBeLessThan(0.55);
        expect(Math.abs(response[binAt(edge - side * 0.65)] - 1)).toBeLessThan(2e-3);
        expect(Math.abs(response[binAt(edge + side * 0.65)])).toBeLessThan(2e-3);
      }
    },
  );

  it("has no effect without a bandwidth", () => {
    expect([...receiveFilterResponse(0, 4)]).toEqual([1, 1, 1, 1]);
    expect([
      ...filterReceived(
        Float64Array.from({ length: 132 }, (_, i) => i),
        0,
      ),
    ]).toEqual([64, 65, 66, 67]);
  });

  it.each([
    [{ bandwidth: 0 }, "bandwidth must be more than 0 and less than 20.625 MHz, got 0"],
    [{ bandwidth: 21 }, "bandwidth must be more than 0 and less than 20.625 MHz, got 21"],
    [{ blocks: 0 }, "blocks must be a positive integer, got 0"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    await expect(createReceiveFilter(device, { blocks: 1, samples, bandwidth: 8, ...change })).rejects.toThrow(
      `front-end/receive-filter: ${message}`,
    );
  });
});
