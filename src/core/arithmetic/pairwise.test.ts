import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { gpuRuns, testDevice, upload } from "../gpu/testing.ts";
import { pairwise } from "./pairwise.reference.ts";
import { createPairwise, PAIRWISE } from "./pairwise.ts";
import { elementsError, KINDS, noiseOf } from "./testing.ts";

describe("arithmetic/pairwise", () => {
  it.each(KINDS.flatMap((kind) => PAIRWISE.map((operation) => ({ kind, operation }))))(
    "$operation, $kind",
    async ({ kind, operation }) => {
      const [signals, length] = [3, 2003];
      const [x, y] = [1, 2].map((seed) => noiseOf(kind, seed, signals * length));
      const expected = pairwise(x, y, { kind, operation });
      const error = await elementsError(kind, [x, y], expected, (device, [input, other]) =>
        createPairwise(device, { kind, operation, signals, length, input, other }),
      );
      expect(error).toBeLessThan(-130);
    },
  );

  it("works at any length", async () => {
    const any = asyncProperty(
      constantFrom(...KINDS),
      constantFrom(...PAIRWISE),
      integer({ min: 1, max: 600 }),
      integer({ min: 1, max: 5 }),
      async (kind, operation, length, signals) => {
        const [x, y] = [length, -length].map((seed) => noiseOf(kind, seed, signals * length));
        const expected = pairwise(x, y, { kind, operation });
        const error = await elementsError(kind, [x, y], expected, (device, [input, other]) =>
          createPairwise(device, { kind, operation, signals, length, input, other }),
        );
        expect(error).toBeLessThan(-120);
      },
    );
    await assert(any, { numRuns: gpuRuns(15) });
  });

  it("divides complex numbers whose squares float32 cannot hold", async () => {
    const x = Float64Array.of(1e30, 2e30, 3e-30, 4e-30, 1, 0);
    const y = Float64Array.of(-3e30, 1e30, 2e-30, -5e-30, 0, 2e-35);
    const operation = { kind: "complex", operation: "divide" } as const;
    const expected = pairwise(x, y, operation);
    const error = await elementsError("complex", [x, y], expected, (device, [input, other]) =>
      createPairwise(device, { ...operation, signals: 1, length: 3, input, other }),
    );
    expect(error).toBeLessThan(-130);
  });

  it("refuses missing signals", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const usage = GPUBufferUsage.STORAGE;
    const other = device.createBuffer({ size: 20, usage });
    const sizes = { kind: "real", operation: "add", signals: 1, length: 5, input, other } as const;
    await expect(createPairwise(device, sizes)).rejects.toThrow(
      "arithmetic/pairwise: y must have 32 bytes (a multiple of 16), got 20",
    );
    await expect(createPairwise(device, { ...sizes, signals: 0 })).rejects.toThrow(
      "arithmetic/pairwise: signals must be a positive integer, got 0",
    );
  });
});
