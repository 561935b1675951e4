import * as fc from "fast-check";
import { expect } from "vitest";
import { takeLedgers } from "./ledger-files.ts";
import { addUnits } from "./ledger.ts";
import type { Measurement } from "./measurement.ts";
import { sweepFile } from "./sweep-file.ts";
import { newSweep } from "./sweep.ts";
import { storedCounts } from "./unit-counts.ts";

/** A sweep, and the counts of its units, drawn without its link. */
interface DrawnSweep {
  measurement: Measurement<object, unknown>;
  config: object;
  /** Fills the counts of a unit for one receiver. `draw(n)` returns a number from 0 to n, often 0. */
  fill(counts: Float64Array, unit: number, draw: (most: number) => number): void;
}

export const drawnSweep = <Config extends object>(
  measurement: Measurement<Config, unknown>,
  config: unknown,
  fill: DrawnSweep["fill"],
): DrawnSweep => ({
  measurement: measurement as unknown as Measurement<object, unknown>,
  config: measurement.parse(config),
  fill,
});

/** Returns the file of a sweep of which some units are counted. */
function fileOf({ measurement, config, fill }: DrawnSweep, chance: () => number): any {
  const state = newSweep(measurement, config);
  const { receivers, fields, units } = state.ledger;
  const draw = (most: number) => (chance() < 0.6 ? 0 : Math.floor(chance() * (most + 1)));
  const points = measurement.axis(config).points as number[];
  for (const db of points) {
    for (let range = 0; range < 3; range++) {
      const first = Math.floor(chance() * units);
      const count = 1 + Math.floor(chance() * (units - first));
      const counts = new Float64Array(count * receivers * fields.length);
      for (let i = 0; i < count * receivers; i++) {
        const own = counts.subarray(i * fields.length, (i + 1) * fields.length);
        fill(own, first + Math.floor(i / receivers), draw);
      }
      // Units that are counted already keep their counts.
      addUnits(state.ledger, db, first, storedCounts(counts, receivers * fields.length));
    }
  }
  return JSON.parse(JSON.stringify(sweepFile(measurement, state)));
}

/** Returns uniform numbers from 0 to 1: Marsaglia's xorshift. */
function randomOf(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Returns the places of all numbers in a file's ledger. */
function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value === "number") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]));
}

function replaced(file: any, path: (string | number)[], change: (value: number) => number): any {
  const copy = structuredClone(file);
  const owner = path.slice(0, -1).reduce((inner, key) => inner[key], copy);
  const last = path[path.length - 1];
  owner[last] = change(owner[last]);
  return copy;
}

const changes: readonly ((value: number) => number)[] = [
  (n) => n + 1,
  (n) => n - 1,
  (n) => n + 2,
  (n) => 2 * n + 3,
  (n) => Math.floor(n / 3),
  () => 0,
  (n) => n + 1e9,
  () => 1e15,
  (n) => n + 0.5,
  () => -1,
  () => 1e300,
];

const take = ({ measurement }: DrawnSweep, file: unknown) =>
  takeLedgers(measurement, undefined, [{ name: "a.json", text: JSON.stringify(file) }]);

/** True if the sums of a receiver's frames are possible at all, from the definitions. */
function possible([frames, errored, bits, errors, squares]: number[]): boolean {
  return (
    errored >= 0 &&
    errored <= frames &&
    errored <= errors &&
    errors <= bits &&
    squares * errored >= errors ** 2 &&
    squares <= bits * errors
  );
}

/**
 * Checks that a sweep's files are read, and that a file with one changed number is refused, or has possible sums.
 */
export function checkLedgers(one: DrawnSweep): void {
  const any = fc.property(fc.nat(), fc.nat(), fc.constantFrom(...changes), (seed, at, change) => {
    const file = fileOf(one, randomOf(seed));
    expect(take(one, file).refused).toEqual([]);
    const places = placesOf(file.ledger.points);
    const path = ["ledger", "points", ...places[at % places.length]];
    const damaged = replaced(file, path, change);
    if (JSON.stringify(damaged) === JSON.stringify(file)) return;
    const { refused, step } = take(one, damaged);
    if (refused.length > 0) {
      expect(refused).toEqual([
        {
          name: "a.json",
          reason: expect.stringMatching(/, got |stop rule|cannot begin|dB that the sweep does not have/),
        },
      ]);
      return;
    }
    // Frames and bits follow from the units, except for packets that a receiver may miss.
    const [field, inSums] = [Number(path.at(-1)), path.includes("sums")];
    if (inSums && one.measurement.name !== "equalizer") expect([0, 2]).not.toContain(field);
    expect(step?.results.length).toBeGreaterThan(0);
    const sums = damaged.ledger.points.flatMap(({ blocks }: any) =>
      blocks.flatMap((block: any) => [block, ...(block.marks ?? [])].flatMap((counts) => counts.sums)),
    );
    expect(sums.filter((row: number[]) => !possible(row))).toEqual([]);
  });
  fc.assert(any, { numRuns: 25 });
}
