import { assert, asyncProperty, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { gpuRuns, testDevice, upload } from "../gpu/testing.ts";
import { streamed } from "../flow/build/testing.ts";
import { conjugateBlock } from "./blocks.ts";
import { conjugate } from "./conjugate.reference.ts";
import { createConjugate } from "./conjugate.ts";
import { noiseOf } from "./testing.ts";

describe("arithmetic/conjugate", () => {
  it("conjugates signals of any length, in pages of any size", async () => {
    const sizes = integer({ min: 1, max: 700 });
    const any = asyncProperty(integer({ min: 1, max: 4 }), sizes, sizes, async (signals, total, length) => {
      const x = noiseOf("complex", total, signals * total);
      expect(await streamed(conjugateBlock(), x, { signals, length })).toEqual(Float32Array.from(conjugate(x)));
    });
    await assert(any, { numRuns: gpuRuns(12) });
  });

  it("refuses an empty page", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    await expect(createConjugate(device, { signals: 1, length: 0, input })).rejects.toThrow(
      "arithmetic/conjugate: length must be a positive integer, got 0",
    );
  });
});
