import { expect, it } from "vitest";
import { errorDb } from "../../gpu/testing.ts";
import { BLOCK_HOP } from "../../telemetry/blocks.ts";
import { recordingLength } from "../../telemetry/link/settings.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { telemetrySource } from "./telemetry-source.ts";

it("gives the samples and bits of float64, and zeros after the last packet", async () => {
  const settings = { packets: 1, ebn0: 12, frequencyOffset: 0.01, phase: 30, timing: 0.25, seed: 9 };
  const { out, bits } = await blockOutputs("telemetry-source", settings, { page: 1, firings: 1 });
  const expected = inFloat64("telemetry-source", settings, {}, 1);
  const length = 2 * recordingLength({ ...telemetrySource.defaults, ...settings });
  expect(out).toHaveLength(2 * BLOCK_HOP);
  expect(errorDb(out.subarray(0, length), expected.out.subarray(0, length))).toBeLessThan(-85);
  expect(out.subarray(length).every((value) => value === 0)).toBe(true);
  expect(expected.out.subarray(length).every((value) => value === 0)).toBe(true);
  expect(Array.from(bits)).toEqual(Array.from(expected.bits));
});
