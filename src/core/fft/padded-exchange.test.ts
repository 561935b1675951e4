import { describe, expect, it } from "vitest";
import { countMinima } from "../gpu/spirv/testing.ts";
import { TEST_INVOCATIONS, testDevice, upload, withLimits } from "../gpu/testing.ts";
import { paddedExchangeText } from "./padded-exchange.ts";
import { createWorkgroupFft } from "./workgroup.ts";

const BANKS = 32;

/** Evaluates the places that all invocations of a workgroup store to and load from in a half, in the WGSL of one exchange. */
function placesOf(group: number, t: number) {
  const text = paddedExchangeText(group).split(`fn exchangedAfter${t}(`)[1].split("\n}")[0];
  const integer = (expression: string) =>
    // In WGSL a quotient of u32 is rounded down; here each quotient is the last of its product.
    expression.replaceAll(/(\w+) \/ (\d+)u/g, "Math.floor($1/$2)").replaceAll(/(\d)u\b/g, "$1");
  const names = [...text.matchAll(/let (h|m|to|c|at) = (.*);/g)].map(
    ([, name, value]) => `const ${name} = ${integer(value)};`,
  );
  const list = (pattern: RegExp, count: number) =>
    [...text.matchAll(pattern)].slice(0, count).map(([, place]) => integer(place));
  const puts = list(/exchange\[([^\]]*)\] =/g, 16);
  const loads = list(/exchange\[([^\]]*)\][,)]/g, 8);
  const places = new Function("b", `${names.join(" ")} return [[${puts.join()}], [${loads.join()}]];`) as (
    b: number,
  ) => [number[], number[]];
  return Array.from({ length: group }, (_, b) => places(b));
}

describe("fft/padded-exchange", () => {
  // A GPU in tests has no workgroup for more than 4096 points: this is arithmetic.
  it.each([64, 128, 256, 512, 1024])(
    "moves each point to its place with %i invocations, without bank conflicts",
    (group) => {
      const half = group / 2;
      for (let t = 0; 16 ** (t + 1) < 16 * group; t++) {
        const s = 16 ** t;
        const places = placesOf(group, t);
        for (const first of [0, half]) {
          const storage = new Int32Array(8.5 * group).fill(-1);
          for (let b = first; b < first + half; b++) {
            for (let k = 0; k < 16; k++) storage[places[b][0][k]] = (b % s) + s * (16 * Math.floor(b / s) + k);
          }
          for (let b = 0; b < group; b++) {
            expect(places[b][1].map((place) => storage[place])).toEqual(
              places[b][1].map((_, j) => 16 * first + b + group * j),
            );
          }
        }
        for (const [side, rows] of [
          [0, places.slice(0, half)],
          [1, places],
        ] as const) {
          for (let warp = 0; warp + BANKS <= rows.length; warp += BANKS) {
            const banks = new Set(rows.slice(warp, warp + BANKS).map((row) => row[side][0] % BANKS));
            expect(banks.size).toBe(BANKS);
          }
        }
      }
    },
  );

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
