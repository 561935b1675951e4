import { describe, expect, it } from "vitest";
import {
  type KeptTuning,
  keptTuning,
  readTunings,
  sizesOfTuning,
  tuningOf,
  withoutTuning,
  writeTunings,
} from "./kept-tunings.ts";
import { TUNING } from "./config.ts";

const adapter = { name: "made up, WebGPU", vendor: "a", architecture: "b", device: "c", driver: "driver 1" };
const tuning: KeptTuning = {
  adapter,
  version: "1.0.0",
  measured: "2026-01-01T00:00:00.000Z",
  timing: "timestamp query",
  kernels: { "fir/direct": { size: 32, gain: 1.25 } },
};

describe("tuning/kept-tunings", () => {
  it("reads what it writes", () => {
    expect(readTunings(writeTunings([tuning]))).toEqual({ tunings: [tuning] });
    expect(tuningOf([tuning], adapter, "1.0.0")).toEqual({ tuning });
    expect(sizesOfTuning(tuning)).toEqual({ "fir/direct": 32 });
  });

  it.each([
    ["", "it is not JSON"],
    ["null", 'its format must be "threeray tuning", got undefined'],
    ['{"format": "threeray tuning", "tunings": {}}', "its format must be"],
    [writeTunings([tuning]).slice(0, -20), "it is not JSON"],
    [writeTunings([tuning]).replace("1.25", '"fast"'), "1 of 1 entries are damaged"],
    [writeTunings([tuning]).replace('"driver 1"', "1"), "1 of 1 entries are damaged"],
  ])("says what is wrong with %j", (text, problem) => {
    const read = readTunings(text);
    expect(read.tunings).toEqual([]);
    expect(read.problem).toContain(problem);
  });

  it("drops the choice of another driver or another version, and says so", () => {
    expect(tuningOf([tuning], { ...adapter, driver: "driver 2" }, "1.0.0").stale).toBe(
      "they were measured with the driver “driver 1”, not “driver 2”",
    );
    expect(tuningOf([tuning], adapter, "1.1.0").stale).toBe("they were measured with Threeray 1.0.0, not 1.1.0");
    expect(tuningOf([tuning], { ...adapter, architecture: "another" }, "1.0.0")).toEqual({});
  });

  it("leaves out kernels and sizes that are not offered", () => {
    const kernels = { ...tuning.kernels, "fft/workgroup": { size: 33, gain: 2 }, constructor: { size: 32, gain: 2 } };
    expect(tuningOf([{ ...tuning, kernels }], adapter, "1.0.0").tuning?.kernels).toEqual(tuning.kernels);
  });

  it("replaces the choices of measured kernels only", () => {
    const description = { ...adapter, software: false };
    const measured = { title: "", usualMs: 1, tried: [], rounds: 7, jobs: 1, timing: "wall clock" } as const;
    const results = [
      { kernel: "fir/direct", ...measured },
      { kernel: "fft/workgroup", ...measured, chosen: { size: 64, gain: 1.1 } },
      { kernel: "ldpc/decoder", title: "", reason: "the time did not suffice" },
    ] as const;
    const before = { ...tuning, kernels: { ...tuning.kernels, "ldpc/decoder": { size: 192, gain: 1.5 } } };
    const kept = keptTuning(
      { config: TUNING.defaults, results: results.map((one) => ({ ...one, tried: [] })) },
      description,
      { version: "2", measured: "now", before },
    );
    expect(kept).toMatchObject({ adapter, version: "2", timing: "wall clock" });
    expect(kept.kernels).toEqual({
      "fft/workgroup": { size: 64, gain: 1.1 },
      "ldpc/decoder": { size: 192, gain: 1.5 },
    });
    expect(withoutTuning([before, kept], adapter)).toEqual([]);
  });
});
