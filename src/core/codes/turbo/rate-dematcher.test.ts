import { describe, expect, it } from "vitest";
import { pack } from "../../gpu/rows.ts";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { dematchRate } from "./rate-dematcher.reference.ts";
import { createRateDematcher, createRateMatcher } from "./testing.ts";
import type { RateMatching } from "./rate-matching.ts";
import { matchRate } from "./rate-matcher.reference.ts";
import { createTurboEncoder } from "./encoder.ts";
import { encodeTurbo } from "./encoder.reference.ts";
import { createBinaryAwgn } from "../../channel/bi-awgn.ts";

describe("turbo/rate-dematcher", () => {
  it.each([
    [1, { length: 40, sent: 132, redundancyVersion: 0 }],
    [300, { length: 40, sent: 50, redundancyVersion: 3 }],
    [5, { length: 40, sent: 1, redundancyVersion: 2 }],
    [7, { length: 152, sent: 5000, redundancyVersion: 1 }],
    [3, { length: 1008, sent: 1513, redundancyVersion: 2, softBuffer: 1777 }],
    [2, { length: 6144, sent: 18444, redundancyVersion: 1 }],
    [3, { length: 6144, sent: 7680, redundancyVersion: 0 }],
    [1, { length: 6144, sent: 40001, redundancyVersion: 3, softBuffer: 12000 }],
  ] satisfies [number, RateMatching][])("equals the reference: %i frames, %j", async (frames, matching) => {
    const device = await testDevice();
    const { length, sent } = matching;
    const values = Float32Array.from(testNormals(sent, frames * sent));
    const llr = upload(device, values);
    const config = { ...matching, frames, llr };
    const plan = await createRateDematcher(device, config);
    poison(device, plan.llr);
    // A second transmission of the same frame, added to the first.
    const again = await createRateDematcher(device, { ...config, combined: plan.llr });
    const coded = 3 * length + 12;
    await run(device, plan);
    const once = await readFloats(device, plan.llr, frames * coded);
    await run(device, again);
    const twice = await readFloats(device, again.llr, frames * coded);
    for (let f = 0; f < frames; f++) {
      const expected = dematchRate(values.subarray(f * sent, (f + 1) * sent), matching);
      const actual = once.subarray(f * coded, (f + 1) * coded);
      expect(errorDb(actual, expected)).toBeLessThan(-130);
      expect(actual.every((value, c) => (value === 0) === (expected[c] === 0))).toBe(true);
      expect(
        errorDb(
          twice.subarray(f * coded, (f + 1) * coded),
          expected.map((value) => 2 * value),
        ),
      ).toBeLessThan(-130);
    }
    again.destroy();
    plan.destroy();
  });

  it.each([
    { length: 40, extra: 0 },
    { length: 2112, extra: 77 },
    { length: 6144, extra: 5000 },
  ])(
    "recovers every coded bit from 3K + 12 + $extra transmitted bits, K = $length, in all versions",
    async (config) => {
      const { length, extra } = config;
      const device = await testDevice();
      const frames = 2;
      const rows = randomRows(length, frames, length);
      const encoder = await createTurboEncoder(device, { length, frames, bits: upload(device, pack(rows)) });
      for (const redundancyVersion of [0, 1, 2, 3]) {
        const matching = { length, frames, sent: 3 * length + 12 + extra, redundancyVersion };
        const matcher = await createRateMatcher(device, { ...matching, code: encoder.code });
        const wire = { frames, sent: matching.sent, bits: matcher.output, modulation: "bpsk", seed: 1 } as const;
        const channel = await createBinaryAwgn(device, wire);
        channel.setNoiseVariance(1e-4);
        const dematcher = await createRateDematcher(device, { ...matching, llr: channel.llr });
        poison(device, dematcher.llr);
        await run(device, encoder, matcher, channel, dematcher);
        const llr = await readFloats(device, dematcher.llr, frames * (3 * length + 12));
        expect(Array.from(llr, (value) => Number(value > 0)).join("")).toBe(rows.flatMap(encodeTurbo).join(""));
        for (const plan of [matcher, channel, dematcher]) plan.destroy();
      }
      encoder.destroy();
    },
  );

  it.each([1 / 2, 2 / 3, 4 / 5])("gives 0 for omitted bits at rate %f", async (rate) => {
    const device = await testDevice();
    const length = 1024;
    const matching = { length, sent: Math.round(length / rate), redundancyVersion: 0 };
    const [coded] = randomRows(41, 1, 3 * length + 12);
    const values = Float32Array.from(matchRate(coded, matching), (bit) => 2 * bit - 1);
    const plan = await createRateDematcher(device, { ...matching, frames: 1, llr: upload(device, values) });
    poison(device, plan.llr);
    await run(device, plan);
    const llr = await readFloats(device, plan.llr, coded.length);
    expect(llr.filter((value) => value !== 0)).toHaveLength(matching.sent);
    expect(llr.every((value, c) => value === 0 || value === 2 * coded[c] - 1)).toBe(true);
    plan.destroy();
  });

  it.each([
    [{ length: 44 }, "length must be one of the 188 of TS 36.212, 40 to 6144, got 44 (nearest: 40 and 48)"],
    [{ sent: 1.5 }, "sent must be a positive integer, got 1.5"],
    [{ redundancyVersion: -1 }, "redundancyVersion must be 0, 1, 2 or 3, got -1"],
    [{ frames: 0 }, "frames must be a positive integer, got 0"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const llr = upload(device, new Float32Array(256));
    const config = { length: 40, sent: 132, redundancyVersion: 0, frames: 1, llr, ...change };
    await expect(createRateDematcher(device, config)).rejects.toThrow(`turbo/rate-dematcher: ${message}`);
  });
});
