import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { chunkStarts } from "./chunk-starts.reference.ts";
import { createChunkStarts, rowItems } from "./chunk-starts.ts";
import { complex } from "../filter-design/complex.ts";
import { interleaved, somePoles, statesOf } from "./testing.ts";

describe("iir/chunk-starts", () => {
  it.each([
    { kind: "real", signals: 1, items: 1, poles: 1, carried: true },
    { kind: "real", signals: 70, items: 32, poles: 2, carried: true },
    { kind: "real", signals: 3, items: 256, poles: 4, carried: true },
    { kind: "real", signals: 2, items: 257, poles: 6, carried: false },
    { kind: "complex", signals: 2, items: 1000, poles: 5, carried: false },
    { kind: "complex", signals: 1, items: 77, poles: 3, carried: true },
  ] as const)(
    "agrees with float64: $signals × $items items of $kind samples, $poles poles, carried: $carried",
    async ({ kind, signals, items, poles: count, carried }) => {
      const device = await testDevice();
      const parts = kind === "real" ? 1 : 2;
      const poles = somePoles(items, count);
      const [span, lastSpan] = [300, 11];
      const lanes = Math.ceil(count / 4) * parts * 8;
      const most = rowItems(device);
      const rows = Math.ceil(items / most);
      const ends = Float32Array.from(testNormals(items, signals * items * lanes));
      const before = Float32Array.from(testNormals(count, signals * rows * lanes));
      const [states, totals] = [upload(device, ends), upload(device, before)];
      if (!carried) poison(device, totals);
      const config = { kind, poles, signals, items, span, lastSpan, states, totals, carried };
      const plan = await createChunkStarts(device, config);
      await run(device, plan);
      const starts = await readFloats(device, states, ends.length);
      const behind = await readFloats(device, totals, before.length);
      plan.destroy();
      poles.forEach((pole, k) => {
        for (let part = 0; part < parts; part++) {
          const of = (floats: Float32Array) => statesOf(floats, count, parts, k, part);
          const expected = Array.from({ length: signals * rows }, (_, row) => {
            const first = (row % rows) * most;
            const mine = of(ends)
              .slice(Math.floor(row / rows) * items)
              .slice(first, Math.min(first + most, items));
            const spans = mine.map((_, i) => (first + i === items - 1 ? lastSpan : span));
            return chunkStarts(mine, pole, spans, carried ? of(before)[row] : complex(0));
          });
          const right = expected.flatMap((row) => row.slice(0, -1));
          expect(errorDb(interleaved(of(starts)), interleaved(right))).toBeLessThan(-125);
          expect(errorDb(interleaved(of(behind)), interleaved(expected.map((row) => row.at(-1)!)))).toBeLessThan(-125);
        }
      });
    },
  );

  it.each([
    [{ signals: 0 }, "signals must be a positive integer, got 0"],
    [{ items: -1 }, "items must be a positive integer, got -1"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const states = upload(device, new Float32Array(64));
    const sizes = { kind: "real", poles: somePoles(1, 2), signals: 1, items: 1, span: 1, lastSpan: 1 } as const;
    const config = { ...sizes, states, totals: states, carried: false, ...change };
    await expect(createChunkStarts(device, config)).rejects.toThrow(`iir/chunk-starts: ${message}`);
  });
});
