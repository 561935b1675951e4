import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import {
  calibrate,
  chooseMethod,
  createAutomaticConvolution,
  LARGE_GPU,
  type MethodTiming,
  misjudgements,
} from "./automatic.ts";
import { type Machine, predictedMs } from "./cost.ts";
import { costsMeasured } from "./direct.bench.ts";
import { convolveBatch } from "./direct-global.reference.ts";
import type { ConvolutionSizes } from "./plan.ts";
import { type ConvolutionName, convolutions } from "./registry.ts";

const batch: ConvolutionSizes = {
  signals: 3104,
  inputStride: 12_672,
  origin: 0,
  outputLength: 12_672,
  decimation: 1,
  taps: 186,
  precursors: 60,
};
const names = Object.keys(convolutions) as ConvolutionName[];

/** Timings that a machine would measure if the model were exact. */
function timings(machine: Machine): MethodTiming[] {
  return [1, 23, 186, 900].flatMap((taps) => {
    const sizes = { ...batch, taps, precursors: 0 };
    return names.map((method) => ({
      method,
      sizes,
      ms: predictedMs(method, convolutions[method].work(sizes), machine),
    }));
  });
}

/** Lines of the bench, from the table of docs/performance.md. */
function measuredLines(): { name: string; ms: number }[] {
  const text = readFileSync(new URL("../../../docs/performance.md", import.meta.url), "utf8");
  const rows = text.matchAll(/^\| (\w+), ([^|]*?) +\| (\S+) +\| +([\d.e-]+) \(/gm);
  return [...rows].map(([, domain, size, by, ms]) => ({ name: `${domain}/${by} ${size}`, ms: Number(ms) }));
}

describe("automatic convolution", () => {
  it("uses transforms for long filters and the time domain for short ones", () => {
    expect(chooseMethod(batch)).toBe("overlap-save");
    expect(chooseMethod({ ...batch, taps: 2, precursors: 0 })).toBe("direct");
    expect(chooseMethod({ ...batch, signals: 1, inputStride: 40, outputLength: 40, taps: 5, precursors: 0 })).toBe(
      "direct",
    );
  });

  it("chooses among the methods that take the sizes", () => {
    const long = { ...batch, taps: 1025 };
    expect(["overlap-save", "overlap-add"]).not.toContain(chooseMethod(long));
    expect(chooseMethod(batch, LARGE_GPU, ["direct-global", "direct"])).toBe("direct");
  });

  it("convolves by the chosen method", async () => {
    const device = await testDevice();
    const sizes = { ...batch, signals: 2, inputStride: 300, outputLength: 290, taps: 3, precursors: 1 };
    const [x, c] = [testNormals(1, 2 * 2 * 300), testNormals(2, 2 * 2 * 3)];
    const [input, filters] = [x, c].map((values) => upload(device, Float32Array.from(values)));
    const plan = await createAutomaticConvolution(device, { ...sizes, input, filters });
    expect(plan.method).toBe(chooseMethod(sizes));
    expect(plan.label).toBe(`convolution/${plan.method}`);
    poison(device, plan.output);
    await run(device, plan);
    expect(errorDb(await readFloats(device, plan.output, 2 * 2 * 290), convolveBatch(sizes, x, c))).toBeLessThan(-120);
    plan.destroy();
  });

  it("is within 10 % of the fastest for every size of docs/performance.md, with constants calibrated there", () => {
    const lines = measuredLines();
    const { timings, machine } = costsMeasured(lines);
    expect(new Set(timings.map(({ method }) => method)).size).toBe(names.length);
    expect(misjudgements(timings).filter(({ factor }) => factor > 1.1)).toEqual([]);
    // A new table need not change the constants exactly. `npm run -s cli -- bench-cost bench.json` prints new ones.
    const constants = ({ launchMs, bytesPerMs, flopsPerMs }: Machine) => [
      launchMs,
      bytesPerMs,
      ...Object.values(flopsPerMs),
    ];
    const measured = constants(machine);
    for (const [i, value] of constants(LARGE_GPU).entries()) {
      expect(Math.abs(value / measured[i] - 1)).toBeLessThan(0.1);
    }
  });

  it("finds measurements that contradict the model, and calibrates speeds from them", () => {
    expect(misjudgements(timings(LARGE_GPU))).toEqual([]);
    const flopsPerMs = { ...LARGE_GPU.flopsPerMs, direct: LARGE_GPU.flopsPerMs.direct * 30 };
    const other = { ...LARGE_GPU, flopsPerMs };
    const wrong = misjudgements(timings(other));
    expect(wrong[0]).toMatchObject({ chosen: expect.stringContaining("overlap"), fastest: "direct" });
    expect(wrong.every(({ factor }) => factor > 1 && factor <= wrong[0].factor)).toBe(true);
    const learned = calibrate(timings(other));
    expect(misjudgements(timings(other), learned)).toEqual([]);
    expect(learned.flopsPerMs["direct-global"] / LARGE_GPU.flopsPerMs["direct-global"]).toBeCloseTo(1, 6);
  });
});
