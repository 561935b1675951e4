import { describe, expect, it } from "vitest";
import { testGpu } from "../../../gpu/testing.ts";
import { inspectCodeword, codewordTrellis } from "./codeword.ts";
import { TURBO } from "./experiment.ts";

const config = TURBO.parse({ length: 256, windows: "4", algorithm: ["log-map"], iterations: "5", seed: 21 });
const query = { ebn0Db: 1, codeword: 9, decoder: 0 };

describe("experiments/turbo/codeword", () => {
  it("shows LLRs that converge, on the GPU as in float64", async () => {
    const view = await inspectCodeword(await testGpu(), config, query);
    expect(view.llrs).toHaveLength(6);
    expect(view.errors[0]).toBeGreaterThan(10);
    expect(view.errors[5]).toBe(0);
    expect(view.maxError).toBeLessThan(1e-3);
    expect(view.information).toHaveLength(5);
    const [first, last] = [view.information[0], view.information[4]];
    expect(Math.min(first.first, first.second)).toBeGreaterThan(0.05);
    expect(Math.min(last.first, last.second)).toBeGreaterThan(0.95);
    // For each decoder, since one may have noisier parity bits.
    for (const one of ["first", "second"] as const) {
      expect(view.information[1][one]).toBeGreaterThan(view.information[0][one]);
      expect(view.information[2][one]).toBeGreaterThan(view.information[1][one]);
    }
  });

  it.each([
    [0, 6, 1],
    [61, 7, 3],
    [250, 6, 5],
  ])(
    "shows a trellis from stage %i, %i stages, iteration %i, whose metrics make the LLRs",
    async (from, stages, iteration) => {
      const part = { from, stages, iteration };
      const { alpha, beta, gamma, llr, path } = await codewordTrellis(await testGpu(), config, query, part);
      expect([alpha.length, beta.length, path.length, llr.length]).toEqual([
        stages + 1,
        stages + 1,
        stages + 1,
        stages,
      ]);
      const sum = (values: number[]) => Math.log(values.reduce((total, value) => total + Math.exp(value), 0));
      // The last stage may end at a window's edge, where β belongs to the next window: its LLR does not follow from these.
      for (let k = 0; k + 1 < stages; k++) {
        if ((from + k + 1) % 64 === 0) continue;
        const bits = [0, 1].map((bit) =>
          sum(alpha[k].map((metric, state) => metric + gamma[k][state][bit] + beta[k + 1][nextState(state, bit)])),
        );
        expect(bits[1] - bits[0]).toBeCloseTo(llr[k], 6);
      }
    },
  );

  it("refuses missing stages, iterations and decoders", async () => {
    const gpu = await testGpu();
    const part = { from: 250, stages: 7, iteration: 1 };
    await expect(codewordTrellis(gpu, config, query, part)).rejects.toThrow("stages must be in 0 … 255, got 250 … 256");
    await expect(codewordTrellis(gpu, config, query, { ...part, from: 0, iteration: 6 })).rejects.toThrow(
      "1 to 5, got 6",
    );
    await expect(inspectCodeword(gpu, config, { ...query, decoder: 1 })).rejects.toThrow(
      "decoder must be 0 to 0, got 1",
    );
  });
});

/** a = u ⊕ r₂ ⊕ r₃ enters, the oldest bit leaves. */
const nextState = (state: number, bit: number) => (((bit ^ (state >> 1) ^ state) & 1) << 2) | (state >> 1);
