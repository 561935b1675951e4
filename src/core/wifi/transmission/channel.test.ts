import { expect, it } from "vitest";
import { readFloats, run, testDevice } from "../../gpu/testing.ts";
import { rateOf } from "../frame/rates.ts";
import { createTransmission } from "./transmission.ts";
import { TRANSMISSION_DEFAULTS, type TransmissionSettings } from "./settings.ts";

it.each([
  { channel: "awgn", packets: 1, tolerance: 1e-5 },
  { channel: "rays", packets: 1, tolerance: 1e-3 },
  { channel: "rays", bandwidth: "10", timing: 0.4, packets: 1, tolerance: 1e-3 },
  { channel: "measured-4", packets: 1, tolerance: 1e-3 },
  // Five standard deviations: Σ P² = 0.24 for this profile.
  { channel: "exponential", delaySpread: 100, packets: 600, tolerance: 5 * Math.sqrt(0.24 / 600) },
])(
  "wifi/transmission/channel has unit mean power over packets and used carriers: %j",
  async ({ packets, tolerance, ...given }) => {
    const device = await testDevice();
    const rate = rateOf(54);
    const transmission = await createTransmission(
      device,
      { ...TRANSMISSION_DEFAULTS, bytes: 5, ...given } as TransmissionSettings,
      rate,
      packets,
    );
    const truth = await transmission.createTruth();
    await run(device, ...transmission.stages, truth);
    const H = await readFloats(device, truth.response, 2 * 64 * packets);
    truth.destroy();
    transmission.destroy();
    const powers = Array.from({ length: 64 * packets }, (_, i) => H[2 * i] ** 2 + H[2 * i + 1] ** 2);
    const used = powers.filter((_, i) => i % 64 !== 0 && (i % 64 <= 26 || i % 64 >= 38));
    expect(Math.abs(used.reduce((sum, power) => sum + power, 0) / used.length - 1)).toBeLessThan(tolerance);
  },
);
