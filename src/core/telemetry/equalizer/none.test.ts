import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { singleTap } from "./none.reference.ts";
import { createNone } from "./none.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";
import { tapsOf, testPacket } from "./testing.ts";

const SLOTS = 32;

/** The taps of 32 slots, of which the first ones hold the given windows. */
async function singleTaps(windows: readonly Float64Array[]): Promise<Float32Array[]> {
  const device = await testDevice();
  const window = new Float32Array(SLOTS * 2 * WINDOW_LENGTH);
  for (const [slot, values] of windows.entries()) window.set(values, slot * 2 * WINDOW_LENGTH);
  const plan = await createNone(device, { slots: SLOTS, window: upload(device, window) });
  poison(device, plan.taps);
  await run(device, plan);
  const taps = await readFloats(device, plan.taps, SLOTS * 2 * EQUALIZER_TAPS);
  plan.destroy();
  return Array.from({ length: SLOTS }, (_, slot) => tapsOf(taps, slot));
}

describe("equalizer/none", () => {
  it("chooses the reference's delay and gain", async () => {
    const channels = ["none", "1", "2", "3", "measured-2", "measured-9"];
    const windows = channels.map((channel, i) => testPacket(channel, 6 + 2 * i, i + 1).window);
    const taps = await singleTaps(windows);
    for (const [slot, window] of windows.entries()) {
      expect(errorDb(taps[slot], singleTap(window)), channels[slot]).toBeLessThan(-110);
    }
    expect(taps.slice(windows.length).every((c) => c.every((value) => value === 0))).toBe(true);
  });

  it.each([-12, -1, 0, 7, 25])("corrects a delay of %i samples and a complex gain", async (delay) => {
    const [re, im] = testNormals(delay + 20, 2);
    const window = new Float64Array(2 * WINDOW_LENGTH);
    for (let m = 0; m < knownWaveform.length; m += 2) {
      const [x, y] = [knownWaveform[m], knownWaveform[m + 1]];
      window.set([re * x - im * y, re * y + im * x], 2 * (WINDOW_ORIGIN + delay) + m);
    }
    const expected = new Float64Array(2 * EQUALIZER_TAPS);
    const power = re * re + im * im;
    expected.set([re / power, -im / power], 2 * (PRECURSORS - delay));
    expect(errorDb((await singleTaps([window]))[0], expected)).toBeLessThan(-110);
  });

  it("refuses 12 slots", async () => {
    const device = await testDevice();
    const config = { slots: 12, window: upload(device, new Float32Array(2 * WINDOW_LENGTH)) };
    await expect(createNone(device, config)).rejects.toThrow(
      "equalizer/none: slots must be a positive multiple of 8, got 12",
    );
  });
});
