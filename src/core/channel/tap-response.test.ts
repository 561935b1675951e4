import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { responseAt } from "./tap-response.reference.ts";
import { createTapResponse, type TapResponseConfig } from "./tap-response.ts";

type Case = Omit<TapResponseConfig, "gains">;
const still = { instants: 1, first: 0, distance: 0, delay: 0, drift: 0 };

describe("channel/tap-response", () => {
  it.each<Case>([
    { ...still, packets: 1, bins: 64, taps: 1 },
    { ...still, packets: 5, bins: 64, taps: 17, delay: 4.25 },
    { packets: 3, bins: 64, taps: 5, shared: true, instants: 7, first: 0, distance: 80, delay: -20.5, drift: 0.003 },
    {
      packets: 2,
      bins: 128,
      taps: 3,
      moving: { instants: 6, spacing: 80 },
      instants: 4,
      first: 32.5,
      distance: 100,
      delay: 3,
      drift: -0.5,
    },
  ])("equals the reference: %j", async (given) => {
    const device = await testDevice();
    const { packets, taps, bins, instants, shared, moving, first, distance, delay, drift } = given;
    const row = 2 * taps * (moving?.instants ?? 1);
    const gains = Float32Array.from(testNormals(taps, row * (shared ? 1 : packets)));
    const plan = await createTapResponse(device, { ...given, gains: upload(device, gains) });
    poison(device, plan.response);
    await run(device, plan);
    const response = await readFloats(device, plan.response, 2 * packets * instants * bins);
    plan.destroy();
    for (let p = 0; p < packets; p++) {
      const own = shared ? gains : gains.subarray(p * row, (p + 1) * row);
      const line = { gains: own, taps, bins, spacing: moving?.spacing ?? 1 };
      for (let i = 0; i < instants; i++) {
        const at = 2 * bins * (p * instants + i);
        const expected = responseAt(first + i * distance, delay + i * drift, line);
        expect(errorDb(response.subarray(at, at + 2 * bins), expected)).toBeLessThan(-110);
      }
    }
  });

  it.each([
    [{ bins: 48 }, "bins must be a power of 2 from 2 to 256, got 48"],
    [{ instants: 0 }, "instants must be a positive integer, got 0"],
    [{ packets: -1 }, "packets must be a positive integer, got -1"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const gains = upload(device, new Float32Array(2));
    const config = { ...still, packets: 1, bins: 64, taps: 1, gains, ...change };
    await expect(createTapResponse(device, config)).rejects.toThrow(`channel/tap-response: ${message}`);
  });
});
