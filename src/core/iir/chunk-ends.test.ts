import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { chunkEnds } from "./chunk-ends.reference.ts";
import { createChunkEnds } from "./chunk-ends.ts";
import { interleaved, somePoles, statesOf } from "./testing.ts";

describe("iir/chunk-ends", () => {
  it.each([
    { kind: "real", signals: 1, length: 1, poles: 1, chunk: 512 },
    { kind: "real", signals: 3, length: 5000, poles: 4, chunk: 1024 },
    { kind: "real", signals: 1, length: 4096, poles: 7, chunk: 2048 },
    { kind: "complex", signals: 2, length: 3011, poles: 5, chunk: 1024 },
    { kind: "complex", signals: 1, length: 127, poles: 2, chunk: 256 },
  ] as const)(
    "agrees with float64: $signals × $length $kind samples, $poles poles, chunks of $chunk",
    async ({ kind, signals, length, poles: count, chunk }) => {
      const device = await testDevice();
      const parts = kind === "real" ? 1 : 2;
      const x = Float32Array.from(testNormals(length, signals * length * parts));
      const poles = somePoles(count, count);
      const plan = await createChunkEnds(device, { kind, signals, length, input: upload(device, x), poles, chunk });
      poison(device, plan.ends);
      await run(device, plan);
      const found = await readFloats(device, plan.ends, signals * plan.chunks * Math.ceil(count / 4) * parts * 8);
      plan.destroy();
      poles.forEach((pole, k) => {
        for (let part = 0; part < parts; part++) {
          const expected = Array.from({ length: signals }, (_, s) => {
            const signal = Float64Array.from({ length }, (_, n) => x[(s * length + n) * parts + part]);
            return chunkEnds(signal, pole, chunk);
          });
          const states = statesOf(found, count, parts, k, part);
          expect(errorDb(interleaved(states), interleaved(expected.flat()))).toBeLessThan(-125);
        }
      });
    },
  );

  it.each([
    [{ signals: 0 }, "signals must be a positive integer, got 0"],
    [{ length: 1.5 }, "length must be a positive integer, got 1.5"],
    [{ chunk: 100 }, "chunk must be a positive multiple of 512, got 100"],
    [{ chunk: 0 }, "chunk must be a positive multiple of 512, got 0"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { kind: "real", signals: 1, length: 64, poles: somePoles(1, 2), chunk: 512, input } as const;
    await expect(createChunkEnds(device, { ...config, ...change })).rejects.toThrow(`iir/chunk-ends: ${message}`);
  });
});
