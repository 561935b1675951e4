import { describe, expect, it } from "vitest";
import { countMinima } from "../gpu/spirv/testing.ts";
import { TEST_INVOCATIONS, testDevice, upload, withLimits } from "../gpu/testing.ts";
import { type PaddedSizes, paddedExchangeText } from "./padded-exchange.ts";
import { createWorkgroupFft } from "./workgroup.ts";

const BANKS = 32;

/** Evaluates the places that all invocations of a workgroup store to and load from in a half, in the WGSL of one exchange. */
function placesOf(sizes: PaddedSizes, t: number) {
  const text = paddedExchangeText(sizes).split(`fn exchangedAfter${t}(`)[1].split("\n}")[0];
  const integer = (expression: string) =>
    // In WGSL a quotient of u32 is rounded down; here each quotient is the first of its product.
    expression.replaceAll(/(\w+) \/ (\d+)u/g, "Math.floor($1/$2)").replaceAll(/(\d)u\b/g, "$1");
  const names = [...text.matchAll(/let (i|b|h|m|to|at) = (.*);/g)].map(
    ([, name, value]) => `const ${name} = ${integer(value)};`,
  );
  const list = (pattern: RegExp, count: number) =>
    [...text.matchAll(pattern)].slice(0, count).map(([, place]) => integer(place));
  const puts = list(/exchange\[([^\]]*)\] =/g, 16);
  const loads = list(/exchange\[([^\]]*)\][,)]/g, 32 / sizes.rounds);
  const places = new Function("invocation", `${names.join(" ")} return [[${puts.join()}], [${loads.join()}]];`) as (
    i: number,
  ) => [number[], number[]];
  return Array.from({ length: sizes.group }, (_, i) => places(i));
}

describe("fft/padded-exchange", () => {
  // A GPU in tests has no workgroup for more than 4096 points: this is arithmetic.
  it.each<PaddedSizes>([
    { length: 1024, group: 64, rounds: 2 },
    { length: 1024, group: 64, rounds: 4 },
    { length: 2048, group: 128, rounds: 4 },
    { length: 4096, group: 256, rounds: 2 },
    { length: 4096, group: 256, rounds: 4 },
    { length: 8192, group: 512, rounds: 4 },
    { length: 16384, group: 1024, rounds: 4 },
    { length: 32, group: 32, rounds: 2 },
    { length: 64, group: 128, rounds: 2 },
    { length: 128, group: 64, rounds: 2 },
    { length: 256, group: 128, rounds: 2 },
    { length: 512, group: 128, rounds: 2 },
    { length: 32, group: 32, together: 16, rounds: 4 },
    { length: 64, group: 256, together: 64, rounds: 4 },
    { length: 256, group: 256, together: 8, rounds: 4 },
    { length: 1024, group: 512, together: 8, rounds: 4 },
    { length: 2048, group: 512, together: 4, rounds: 4 },
    { length: 4096, group: 512, together: 2, rounds: 4 },
  ])("moves each point to its place without bank conflicts: %o", (sizes) => {
    const { length, group, together = 1, rounds } = sizes;
    const lanes = length / 16;
    // Invocations in the order of a workgroup's, in which lines lie side by side.
    const inOrder = Array.from({ length: group }, (_, local) => {
      const row = Math.floor(local / (together * lanes)) * together + (local % together);
      return row * lanes + (Math.floor(local / together) % lanes);
    });
    const halves = rounds / 2;
    for (let t = 0; 16 ** (t + 1) < length; t++) {
      const s = 16 ** t;
      const places = placesOf(sizes, t);
      for (let half = 0; half < halves; half++) {
        const isStored = (i: number) => Math.floor(((i % lanes) * halves) / lanes) === half;
        const storage = new Int32Array((17 / halves) * group).fill(-1);
        for (const i of inOrder.filter(isStored)) {
          const b = i % lanes;
          for (let k = 0; k < 16; k++) {
            storage[places[i][0][k]] = 16 * (i - b) + (b % s) + s * (16 * Math.floor(b / s) + k);
          }
        }
        for (const [i, [, loads]] of places.entries()) {
          const first = 15 * (i - (i % lanes)) + i + (half * length) / 2;
          expect(loads.map((place) => storage[place])).toEqual(loads.map((_, j) => first + lanes * j));
        }
      }
      const storing = inOrder.filter((i) => i % lanes < lanes / halves);
      for (const [side, rows] of [storing, inOrder].entries()) {
        for (let warp = 0; warp + BANKS <= rows.length; warp += BANKS) {
          const banks = new Set(rows.slice(warp, warp + BANKS).map((i) => places[i][side][0] % BANKS));
          expect(banks.size).toBe(BANKS);
        }
      }
    }
  });

  it("leaves few indices for WebGPU to limit", async () => {
    // For this one no kernel has been compiled yet.
    const device = withLimits(await testDevice(), {});
    const length = 16 * TEST_INVOCATIONS;
    const input = upload(device, new Float32Array(2 * length));
    const minima = await countMinima(device, () => createWorkgroupFft(device, { length, batch: 1, input }));
    // Four for a line and its row, two for places: loads and stores of 16 points are loops.
    expect(minima).toBeLessThanOrEqual(6);
    expect(minima).toBeGreaterThan(0);
  });
});
