import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testDevice, upload } from "../gpu/testing.ts";
import { streamed } from "../flow/build/testing.ts";
import { magnitudeBlock } from "./blocks.ts";
import type { ElementKind } from "./elementwise.ts";
import { magnitude } from "./magnitude.reference.ts";
import { createMagnitude } from "./magnitude.ts";
import { elementsError, KINDS, noiseOf } from "./testing.ts";

async function errorOf(kind: ElementKind, power: number, signals: number, length: number): Promise<number> {
  const x = noiseOf(kind, power + length, signals * length);
  return elementsError(kind, [x], magnitude(x, { kind, power }), (device, [input]) =>
    createMagnitude(device, { kind, power, signals, length, input }),
  );
}

describe("arithmetic/magnitude", () => {
  it.each(KINDS.flatMap((kind) => [1, 2, 3, 4, 7].map((power) => ({ kind, power }))))(
    "|x|^$power, $kind",
    async ({ kind, power }) => {
      expect(await errorOf(kind, power, 3, 2003)).toBeLessThan(-125);
    },
  );

  it("works at any length", async () => {
    const sizes = [integer({ min: 1, max: 5 }), integer({ min: 1, max: 600 })] as const;
    const powers = integer({ min: 1, max: 9 });
    const any = asyncProperty(constantFrom(...KINDS), powers, ...sizes, async (kind, power, signals, length) => {
      expect(await errorOf(kind, power, signals, length)).toBeLessThan(-115);
    });
    await assert(any, { numRuns: gpuRuns(15) });
  });

  it("neither overflows nor vanishes at a power of 1", async () => {
    const x = Float64Array.of(3e30, -4e30, 0, 0, -5e-30, 12e-30, 0, -2e38).map(Math.fround);
    const expected = magnitude(x, { kind: "complex", power: 1 });
    const y = await streamed(magnitudeBlock({ kind: "complex" }), x, { length: 3 });
    expect(y.every((value, n) => Math.abs(value - expected[n]) <= 3e-7 * expected[n])).toBe(true);
  });

  it("is a block for streams", async () => {
    const x = noiseOf("real", 8, 1000);
    const y = await streamed(magnitudeBlock({ kind: "real", power: 3 }), x, { signals: 2, length: 77 });
    expect(errorDb(y, magnitude(x, { kind: "real", power: 3 }))).toBeLessThan(-125);
  });

  it.each([
    [{ power: 0 }, "power must be a positive integer, got 0"],
    [{ power: 1.5 }, "power must be a positive integer, got 1.5"],
    [{ signals: -1 }, "signals must be a positive integer, got -1"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { kind: "real", signals: 1, length: 4, input, ...wrong } as const;
    await expect(createMagnitude(device, config)).rejects.toThrow(`arithmetic/magnitude: ${message}`);
  });
});
