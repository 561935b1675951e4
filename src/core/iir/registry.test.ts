import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorDb, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { iirBlock } from "./blocks.ts";
import { cascade } from "../filter-design/cascade.ts";
import { type Complex, complex, div, mul, polar } from "../filter-design/complex.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { relativeError, toTransferFunction } from "../filter-design/testing.ts";
import { iirFactory } from "./factories.ts";
import { type IirName, iirs } from "./registry.ts";
import { cancellationDb, filterEach, filterPages, iir, interleaved } from "./testing.ts";

const [cutoff, ripple, attenuation] = [0.15, 0.5, 60];
const specs: readonly FilterSpec[] = [
  { type: "butterworth", order: 3, cutoff: 0.4, band: "highpass" },
  { type: "butterworth", order: 6, cutoff },
  { type: "chebyshev1", order: 5, cutoff, ripple },
  { type: "chebyshev2", order: 10, cutoff, attenuation },
  { type: "elliptic", order: 12, cutoff, ripple, attenuation },
  { type: "elliptic", order: 20, cutoff: [0.3, 0.5], band: "bandstop", ripple, attenuation },
  { type: "bessel", order: 4, cutoff: [0.2, 0.4] },
  { type: "zeros-poles", zeros: [0, 0], poles: [0.99], gain: 0.1 },
];
const methods = Object.keys(iirs) as IirName[];

describe("iir/registry", () => {
  it.each(specs)("has methods that agree with float64: $type, order $order", async (spec) => {
    const filter = iir(spec);
    const signals = {
      kind: "complex",
      signals: 2,
      x: Float32Array.from(testNormals(filter.sections.length, 2 * 2 * 3001)),
    } as const;
    const expected = filterEach((x) => cascade(filter.sections, x), signals);
    for (const name of methods.filter((name) => !iirs[name].refusal(filter))) {
      const y = await filterPages(await testDevice(), iirFactory(name), filter, signals, 1700);
      // Partial fractions lose accuracy by cancellation.
      const lost = name === "parallel" ? cancellationDb(filter) : 0;
      expect(errorDb(y, expected)).toBeLessThan(-110 + lost);
    }
  });

  it.each(methods)("names an unstable filter before it runs: %s", async (name) => {
    const filter = iir({ type: "zeros-poles", zeros: [], poles: [1.25], gain: 1 });
    const verdict = "unstable: pole 1.25 lies outside the unit circle";
    expect(iirs[name].refusal(filter)).toBe(verdict);
    const device = await testDevice();
    const input = upload(device, new Float32Array(16));
    const creating = iirFactory(name)(device, { kind: "real", signals: 1, length: 16, input, filter });
    await expect(creating).rejects.toThrow(new RangeError(`${iirs[name].label}: ${verdict}`));
  });

  it.each([
    ["parallel", "poles must be distinct, got 0.5 twice; use cascaded sections"],
    ["block-convolution", "poles must be distinct, got 0.5 twice; use cascaded sections"],
    ["scan", undefined],
  ] as const)("states whether it takes repeated poles: %s", (name, reason) => {
    const refusal = iirs[name].refusal(iir({ type: "zeros-poles", zeros: [], poles: [0.5, 0.5], gain: 1 }));
    expect(refusal).toBe(reason);
  });

  it.each([
    [{ type: "butterworth", order: 1, cutoff: 0.1 }],
    [{ type: "zeros-poles", zeros: [], poles: [[0.5, 0.5]], gain: 1 }],
    [{ type: "sections", sections: [[0, 1, 0, 1, -0.5, 0]] }],
    [{ type: "zeros-poles", zeros: [], poles: [], gain: 1 }],
  ] as const)("takes a single pole by prefix sum, and not %o", (spec) => {
    const reason = "must have one pole, and zeros at the origin alone: use scan";
    expect(iirs["one-pole"].refusal(iir(spec as unknown as FilterSpec))).toBe(reason);
  });

  it("reports work that grows with the order, and at least the bytes of input and output", () => {
    // Not all methods take repeated poles, but all report their work.
    const [small, large] = [4, 8].map((count) => {
      return iir({ type: "zeros-poles", zeros: [], poles: Array.from({ length: count }, () => 0.5), gain: 1 });
    });
    for (const name of methods.filter((name) => name !== "one-pole")) {
      expect(iirs[name].flops(large)).toBeGreaterThan(iirs[name].flops(small));
      expect(iirs[name].bytes(large)).toBeGreaterThanOrEqual(8);
    }
  });

  it("makes blocks", async () => {
    const device = await testDevice();
    const filter = iir({ type: "butterworth", order: 2, cutoff: 0.1 });
    const block = iirBlock({ method: "scan", filter, kind: "real" });
    expect(block).toMatchObject({ label: "iir/sections", input: "real", output: "real", up: 1, down: 1, delay: 0 });
    const x = testNormals(3, 200);
    const plan = await block.create(device, { signals: 1, length: 200, input: upload(device, Float32Array.from(x)) });
    await run(device, plan);
    expect(errorDb(await readFloats(device, plan.output, 200), cascade(filter.sections, x))).toBeLessThan(-115);
    plan.destroy();
  });
});

const { vectors } = JSON.parse(readFileSync(new URL("./registry.vectors.json", import.meta.url), "utf8"));

const asPairs = (listed: (number | [number, number])[]) =>
  listed.map((value) => [value].flat()).map(([re, im = 0]) => complex(re, im));
/** Points times successive powers of a phasor. */
const turned = (points: readonly Complex[], radians: number) =>
  points.map((point, n) => mul(point, polar(1, radians * n)));

describe("liquid-dsp's IIR vectors", () => {
  // Coefficients over a0 are a Butterworth filter's; in the last one turned by 36° a delay, which filters what is turned back.
  it.each([
    ["iirfilt_crcf_data_h3x64", 2, 0],
    ["iirfilt_crcf_data_h5x64", 4, 0],
    ["iirfilt_cccf_data_h3x64", 2, Math.PI / 5],
  ] as const)("%s", async (name, order, radians) => {
    const [b, a, x, y] = ["b", "a", "x", "y"].map((end) => asPairs(vectors[name][`${name}_${end}`]));
    const filter = iir({ type: "butterworth", order, cutoff: 0.2 });
    const known = toTransferFunction(filter.zpk);
    for (const [listed, real] of [
      [b, known.b],
      [a, known.a],
    ] as const) {
      const coefficients = turned(
        listed.map((value) => div(value, a[0])),
        -radians,
      );
      expect(
        relativeError(interleaved(coefficients), interleaved([...real].map((value) => complex(value)))),
      ).toBeLessThan(1e-9);
    }
    const input = Float32Array.from(interleaved(turned(x, -radians)));
    for (const method of methods.filter((method) => !iirs[method].refusal(filter))) {
      const signals = { kind: "complex", signals: 1, x: input } as const;
      const found = await filterPages(await testDevice(), iirFactory(method), filter, signals, 64);
      const pairs = Array.from(x, (_, n) => complex(found[2 * n], found[2 * n + 1]));
      expect(relativeError(interleaved(turned(pairs, radians)), interleaved(y))).toBeLessThan(1e-5);
    }
  });
});
