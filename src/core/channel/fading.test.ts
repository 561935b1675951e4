import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice } from "../gpu/testing.ts";
import { packetGains } from "./fading.reference.ts";
import { createFading, type FadingConfig } from "./fading.ts";
import { exponentialProfile } from "./power-delay-profile.ts";

async function draw(config: FadingConfig, firstPacket = 0) {
  const device = await testDevice();
  const plan = await createFading(device, config);
  plan.setFirstPacket(firstPacket);
  poison(device, plan.gains);
  await run(device, plan);
  const gains = await readFloats(
    device,
    plan.gains,
    2 * config.packets * config.powers.length * (config.instants ?? 1),
  );
  plan.destroy();
  return gains;
}

describe("channel/fading", () => {
  it.each([
    { powers: [1], packets: 1, seed: 1, firstPacket: 0 },
    { powers: exponentialProfile(3), packets: 71, seed: 2, firstPacket: 2 ** 32 - 71 },
    { powers: exponentialProfile(1), packets: 5, seed: 0xffffffff, instants: 60, doppler: 0.02, firstPacket: 9 },
    { powers: [0.25, 0, 0.75], packets: 3, seed: 7, instants: 3, doppler: 0.25, firstPacket: 1 },
  ])("equals the reference: %j", async ({ firstPacket, ...config }) => {
    const gains = await draw(config, firstPacket);
    const length = gains.length / config.packets;
    for (let p = 0; p < config.packets; p++) {
      const expected = packetGains(firstPacket + p, { instants: 1, doppler: 0, ...config });
      expect(errorDb(gains.subarray(p * length, (p + 1) * length), expected)).toBeLessThan(-110);
    }
  });

  // The limits are five standard deviations of the estimates.
  it("has complex normal gains of the given powers, independent from tap to tap", async () => {
    const [powers, packets] = [[0.5, 0.3, 0.2], 8000];
    const gains = await draw({ powers, packets, seed: 3 });
    const at = (packet: number, tap: number) => gains.subarray(2 * (3 * packet + tap), 2 * (3 * packet + tap) + 2);
    for (const [tap, power] of powers.entries()) {
      let [mean, square, cross] = [0, 0, 0];
      for (let p = 0; p < packets; p++) {
        const [[x, y], [u, v]] = [at(p, tap), at(p, (tap + 1) % 3)];
        const energy = (x * x + y * y) / power;
        mean += energy / packets;
        square += energy ** 2 / packets;
        cross += (x * u + y * v) / packets;
      }
      expect(Math.abs(mean - 1)).toBeLessThan(5 / Math.sqrt(packets));
      // |z|² is exponential: E|z|⁴ = 2, with variance 24 − 4.
      expect(Math.abs(square - 2)).toBeLessThan(5 * Math.sqrt(20 / packets));
      expect(Math.abs(cross)).toBeLessThan(5 * Math.sqrt((power * powers[(tap + 1) % 3]) / 2 / packets));
    }
  });

  it("is correlated in time as J₀(2πft)", async () => {
    const [packets, instants, doppler] = [4000, 40, 0.0125];
    const gains = await draw({ powers: [1], packets, instants, doppler, seed: 5 });
    // J₀(2πft) at f·t = 0.125, 0.25, 0.375: J₀(0.7854), J₀(1.5708), J₀(2.3562).
    for (const [later, expected] of [
      [10, 0.8516],
      [20, 0.472],
      [30, 0.0259],
    ]) {
      let sum = 0;
      for (let p = 0; p < packets; p++) {
        const [from, to] = [2 * p * instants, 2 * (p * instants + later)];
        sum += gains[from] * gains[to] + gains[from + 1] * gains[to + 1];
      }
      expect(Math.abs(sum / packets - expected)).toBeLessThan(5 / Math.sqrt(packets));
    }
  });

  it("gives a packet the same gains in every page", async () => {
    const config = { powers: exponentialProfile(2), instants: 4, doppler: 0.1, seed: 11 };
    const many = await draw({ ...config, packets: 9 }, 100);
    const one = await draw({ ...config, packets: 1 }, 104);
    expect(many.subarray(4 * one.length, 5 * one.length)).toEqual(one);
  });

  it.each([
    [{ powers: [] }, "the number of taps must be a positive integer, got 0"],
    [{ packets: 0 }, "packets must be a positive integer, got 0"],
    [{ instants: 1.5 }, "instants must be a positive integer, got 1.5"],
    [{ doppler: 0.3 }, "doppler must be 0 to 0.25 turns per instant, got 0.3"],
    [{ seed: -1 }, "seed must be a whole number from 0 to 2^32 − 1, got -1"],
  ])("refuses %j", async (change, message) => {
    const config = { powers: [1], packets: 1, seed: 1, ...change };
    await expect(createFading(await testDevice(), config)).rejects.toThrow(`channel/fading: ${message}`);
  });
});
