import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, readFloats, run, upload } from "../gpu/testing.ts";
import { firBlock } from "./blocks.ts";
import { fir } from "./direct.reference.ts";

describe("fir/blocks", () => {
  it.each([
    ["symmetric", [1, 3, 1], 1],
    ["antisymmetric", [1, -2, 2, -1], 1.5],
    ["neither", [1, 2, 3], 0],
    ["one tap", [5], 0],
    ["symmetric as float32", [1, 3, 1 + 1e-8], 1],
  ])("is late by half its taps where they are linear in phase: %s", (_name, taps, delay) => {
    const block = firBlock({ method: "direct", kind: "real", taps: Float64Array.from(taps) });
    expect(block).toMatchObject({
      label: "fir/direct",
      input: "real",
      output: "real",
      up: 1,
      down: 1,
      multiple: 1,
      delay,
    });
  });

  it.each([
    ["Hermitian", [1, 2, 3, 0, 1, -2], 1],
    ["symmetric", [1, 2, 3, 4, 1, 2], 0],
    ["anti-Hermitian", [1, 2, -1, 2], 0.5],
  ])("knows linear phase of complex taps: %s", (_name, taps, delay) => {
    const filter = { kind: "real", taps: Float64Array.from(taps), complexTaps: true, decimation: 4 } as const;
    expect(firBlock({ method: "direct", ...filter })).toMatchObject({ output: "complex", down: 4, multiple: 4, delay });
  });

  it("makes a plan for a page", async () => {
    const device = await testDevice();
    const [x, taps] = [testNormals(1, 600), testNormals(2, 9)];
    const block = firBlock({ method: "direct", kind: "complex", taps, decimation: 3 });
    const plan = await block.create(device, { signals: 1, length: 300, input: upload(device, Float32Array.from(x)) });
    await run(device, plan);
    const y = await readFloats(device, plan.output, 2 * plan.outputs);
    expect(errorDb(y, fir(x, taps, { kind: "complex", decimation: 3 }))).toBeLessThan(-120);
    plan.destroy();
  });
});
