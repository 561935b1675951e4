import { describe, expect, it } from "vitest";
import type { TransferCurve } from "../../../detection/information.ts";
import { testGpu } from "../../../gpu/testing.ts";
import { inspectCodeword } from "./codeword.ts";
import { TURBO } from "./experiment.ts";

/** A curve's value at an input, linear between its points. */
function at(curve: TransferCurve, input: number): number {
  const after = Math.max(
    1,
    curve.findIndex((point) => point.input >= input),
  );
  const [a, b] = [curve[after - 1], curve[after]];
  return a.output + ((b.output - a.output) * (input - a.input)) / (b.input - a.input);
}

describe("codes/turbo/experiment/transfer-curves", () => {
  // Ten Brink, section IV: trajectories follow the curves in the first iterations. Later ones use LLRs that depend on each other.
  it("lie where a long codeword's exchange runs", async () => {
    const config = TURBO.parse({
      length: 3072,
      windows: "1",
      algorithm: ["log-map"],
      iterations: "2",
      seed: 5,
    });
    const { information, curves } = await inspectCodeword(await testGpu(), config, {
      ebn0Db: 0.8,
      codeword: 0,
      decoder: 0,
    });
    let input = 0;
    for (const { first, second } of information) {
      // Three standard deviations of the mean over 3072 bits of a loss with a deviation of at most 1 bit.
      expect(Math.abs(at(curves.first, input) - first)).toBeLessThan(3 / Math.sqrt(3072));
      expect(Math.abs(at(curves.second, first) - second)).toBeLessThan(3 / Math.sqrt(3072));
      input = second;
    }
    // Without input the first decoder is the first half-iteration.
    expect(curves.first[0].output).toBeCloseTo(information[0].first, 9);
  });

  it("rise with the input, and with the Eb/N0 at each input", async () => {
    const config = TURBO.parse({ length: 1024, windows: "1", algorithm: ["log-map"], iterations: "1" });
    const views = [];
    for (const ebn0Db of [-2, 0, 2]) {
      views.push(await inspectCodeword(await testGpu(), config, { ebn0Db, codeword: 3, decoder: 0 }));
    }
    for (const half of ["first", "second"] as const) {
      const curves = views.map((view) => view.curves[half].map(({ output }) => output));
      for (const curve of curves) curve.slice(1).forEach((output, i) => expect(output).toBeGreaterThan(curve[i]));
      for (const [i, low] of curves[0].slice(0, -1).entries()) {
        expect(curves[1][i]).toBeGreaterThan(low);
        expect(curves[2][i]).toBeGreaterThan(curves[1][i]);
      }
      // A bit whose neighbours are all known has an extrinsic LLR from its own parity bits: nearly certain at 2 dB.
      expect(curves[2].at(-1)).toBeGreaterThan(0.95);
    }
  });
});
