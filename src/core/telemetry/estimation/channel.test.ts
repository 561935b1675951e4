import { describe, expect, it } from "vitest";
import { response } from "../../channel/paths.ts";
import { noiseVariance, receivedPower } from "../channel/noise.ts";
import { NAMED_PATHS } from "../channel/rays.ts";
import { recording } from "../channel/recording.float64.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "./span.ts";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { psd } from "../soqpsk/spectrum.ts";
import { estimateChannel } from "./channel.float64.ts";
import { createChannelEstimate } from "./channel.ts";
import { pilotColumns } from "./pilot.ts";
import { cutWindow } from "./window.float64.ts";

async function estimate(windows: readonly Float64Array[]) {
  const device = await testDevice();
  const slots = BLOCK_PACKETS * Math.ceil(windows.length / BLOCK_PACKETS);
  const samples = new Float32Array(2 * slots * WINDOW_LENGTH);
  for (const [slot, window] of windows.entries()) samples.set(window, 2 * slot * WINDOW_LENGTH);
  const plan = await createChannelEstimate(device, { slots, window: upload(device, samples) });
  for (const buffer of [plan.impulse, plan.noise]) poison(device, buffer);
  await run(device, plan);
  const impulse = await readFloats(device, plan.impulse, 2 * slots * CHANNEL_TAPS);
  const noise = await readFloats(device, plan.noise, slots);
  plan.destroy();
  return Array.from(noise, (variance, slot) => {
    return { impulse: impulse.slice(2 * slot * CHANNEL_TAPS, 2 * (slot + 1) * CHANNEL_TAPS), noise: variance };
  });
}

/** A packet's first samples behind a channel, as the window has them, and the gain of the window. */
function received(channel: string, ebn0: number, seed: number) {
  const paths = NAMED_PATHS[channel];
  const variance = noiseVariance(receivedPower(paths), ebn0);
  const link = { source: "random" as const, paths, timing: 0, frequencyOffset: 0, phase: 0, seed };
  const stretch = recording({ ...link, firstOffset: WINDOW_ORIGIN, noiseVariance: variance }, 0, WINDOW_LENGTH);
  const window = cutWindow(stretch, WINDOW_ORIGIN, 0);
  return { paths, variance, window, gain: window[0] / stretch[0] };
}

/** 10·log10 Σ|a − b|²/Σ|b|². */
function relativeDb(a: ArrayLike<number>, b: ArrayLike<number>, weights: (i: number) => number = () => 1): number {
  let [error, power] = [0, 0];
  for (let i = 0; i < b.length; i++) {
    error += weights(i) * (a[i] - b[i]) ** 2;
    power += weights(i) * b[i] ** 2;
  }
  return 10 * Math.log10(error / power);
}

describe("estimation/channel", () => {
  it("agrees with float64 within 1e-4, from 45 dB to noise alone", async () => {
    const packets = [
      ...[1, 2, 3].flatMap((channel) => [6, 20, 45].map((ebn0) => received(`${channel}`, ebn0, channel).window)),
      testNormals(4, 2 * WINDOW_LENGTH).map((x) => x * Math.SQRT1_2),
    ];
    const results = await estimate(packets);
    for (const [slot, window] of packets.entries()) {
      const expected = estimateChannel(window);
      const { impulse, noise } = results[slot];
      expect(relativeDb(impulse, expected.impulse)).toBeLessThan(-80);
      expect(Math.abs(noise / expected.noise - 1)).toBeLessThan(1e-4);
    }
    for (const { impulse, noise } of results.slice(packets.length)) {
      expect(noise).toBe(0);
      expect(impulse.every((x) => x === 0)).toBe(true);
    }
  });

  it("returns the taps that made the samples", async () => {
    const taps = testNormals(6, 2 * CHANNEL_TAPS);
    const window = new Float64Array(2 * WINDOW_LENGTH);
    for (const [tap, column] of pilotColumns.entries()) {
      for (let i = 0; i < column.length; i += 2) {
        window[2 * (WINDOW_ORIGIN + 25) + i] += taps[2 * tap] * column[i] - taps[2 * tap + 1] * column[i + 1];
        window[2 * (WINDOW_ORIGIN + 25) + i + 1] += taps[2 * tap] * column[i + 1] + taps[2 * tap + 1] * column[i];
      }
    }
    const [{ impulse, noise }] = await estimate([window]);
    expect(relativeDb(impulse, taps)).toBeLessThan(-80);
    expect(noise).toBeLessThan(1e-7);
  });

  it("measures channels 1 to 3 at 20 dB to −22 dB, weighted with the signal's spectrum, and the noise", async () => {
    const BINS = 1024;
    const spectrum = psd(BINS);
    const weights = (i: number) => (10 * Math.log10(spectrum[i >> 1]) > -30 ? spectrum[i >> 1] : 0);
    for (const channel of ["1", "2", "3"]) {
      const packets = Array.from({ length: BLOCK_PACKETS }, (_, i) => received(channel, 20, 100 + i));
      const results = await estimate(packets.map(({ window }) => window));
      let [error, variance] = [0, 0];
      for (const [i, { paths, gain, variance: sent }] of packets.entries()) {
        const H = response(paths, BINS).map((x) => gain * x);
        const taps = Array.from({ length: CHANNEL_TAPS }, (_, tap) => ({
          gain: [results[i].impulse[2 * tap], results[i].impulse[2 * tap + 1]] as const,
          delay: tap - CHANNEL_PRECURSORS,
        }));
        error += 10 ** (relativeDb(response(taps, BINS), H, weights) / 10) / packets.length;
        variance += (2 * results[i].noise) / (gain ** 2 * sent) / packets.length;
      }
      expect(10 * Math.log10(error)).toBeLessThan(-22);
      expect(Math.abs(variance - 1)).toBeLessThan(0.05);
    }
  });

  it("refuses zero slots", async () => {
    const device = await testDevice();
    const window = upload(device, new Float32Array(64));
    await expect(createChannelEstimate(device, { slots: 0, window })).rejects.toThrow(
      "estimation/channel: slots must be a positive multiple of 8, got 0",
    );
  });
});
