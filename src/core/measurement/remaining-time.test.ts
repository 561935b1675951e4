import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRemainingTime } from "./remaining-time.ts";

/** A run: its duration is the sum of its steps' durations. */
interface Run {
  /** Time until the first step, ms, e.g. for compiling. */
  startMs: number;
  /** Durations of the steps, ms, and the part of the work that each does. */
  steps: readonly (readonly [ms: number, share: number])[];
}

/** Returns the estimates after each step, and the true remaining times. */
function estimates({ startMs, steps }: Run): { told: number | undefined; real: number; share: number }[] {
  const remaining = createRemainingTime();
  const total = startMs + steps.reduce((sum, [ms]) => sum + ms, 0);
  let [now, share] = [startMs, 0];
  return steps.map(([ms, part]) => {
    now += ms;
    share += part;
    return { told: remaining.at(now, share), real: total - now, share };
  });
}

/** A sweep whose first pages are short and slow, as a device's pages grow; `costs` are the relative times of its points. */
function sweep({
  pages,
  ms,
  startMs,
  slowness,
  costs,
}: {
  pages: number;
  ms: number;
  startMs: number;
  slowness: number;
  costs: number[];
}): Run {
  const first = [0.001, 0.01, 0.1].map((size) => [slowness * ms * size ** 0.5, size / pages] as const);
  const rest = Array.from({ length: pages }, (_, i): [number, number] => {
    return [ms * costs[Math.floor((i / pages) * costs.length)], (1 - 0.111 / pages) / pages];
  });
  return { startMs, steps: [...first, ...rest] };
}

const runs = fc.record({
  pages: fc.integer({ min: 30, max: 400 }),
  ms: fc.integer({ min: 40, max: 2000 }),
  startMs: fc.integer({ min: 0, max: 60_000 }),
  slowness: fc.constantFrom(1, 10, 100),
  // Later points take up to a third more or less time.
  costs: fc.array(fc.double({ min: 0.75, max: 1.33, noNaN: true }), { minLength: 1, maxLength: 20 }),
});

describe("measurement/remaining-time", () => {
  it("is within a factor of 2 of the truth, after a start of any length", () => {
    fc.assert(
      fc.property(runs, (run) => {
        // Near the end a page takes longer than all that remains.
        const wrong = estimates(sweep(run)).filter(({ told, real, share }) => {
          return told !== undefined && share < 0.95 && !(told < 2 * real && told > real / 2);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it("is known for most of an even run, and not at its start", () => {
    const all = estimates(sweep({ pages: 200, ms: 100, startMs: 5000, slowness: 100, costs: [1] }));
    expect(all.slice(0, 8).every(({ told }) => told === undefined)).toBe(true);
    expect(all.filter(({ told }) => told !== undefined).length).toBeGreaterThan(150);
    expect(all.at(-1)?.told).toBeCloseTo(0, 6);
  });

  it("is unknown while points may end early, and begins again afterwards", () => {
    const remaining = createRemainingTime();
    const told = Array.from({ length: 100 }, (_, i) => remaining.at(100 * i, 1e-7 * (i + 1), false));
    expect(told).toEqual(told.map(() => undefined));
    const after = Array.from({ length: 50 }, (_, i) => remaining.at(10_000 + 100 * i, 0.5 + 0.01 * i));
    expect(after[5]).toBeUndefined();
    expect(after.at(-1)).toBeCloseTo(100, 6);
  });

  it("is unknown while the speed changes", () => {
    const remaining = createRemainingTime();
    // Each step takes half as long as the one before.
    let now = 0;
    for (let i = 0; i < 12; i++) {
      now += 4000 / 2 ** i;
      expect(remaining.at(now, (i + 1) / 1000)).toBeUndefined();
    }
  });
});
