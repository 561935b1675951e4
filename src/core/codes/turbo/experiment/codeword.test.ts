import { describe, expect, it } from "vitest";
import { readFloats, testGpu, testNormals } from "../../../gpu/testing.ts";
import { createTurboChain } from "./chain.ts";
import { inspectCodeword, trellisOf } from "./codeword.ts";
import { decodeCodewords } from "./decode.ts";
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
      const { alpha, beta, gamma, llr, path } = await trellisOf(await testGpu(), config, query, part);
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
    await expect(trellisOf(gpu, config, query, part)).rejects.toThrow("stages must be in 0 … 255, got 250 … 256");
    await expect(trellisOf(gpu, config, query, { ...part, from: 0, iteration: 6 })).rejects.toThrow("1 to 5, got 6");
    await expect(inspectCodeword(gpu, config, { ...query, decoder: 1 })).rejects.toThrow(
      "decoder must be 0 to 0, got 1",
    );
  });
});

/** a = u ⊕ r₂ ⊕ r₃ enters, the oldest bit leaves. */
const nextState = (state: number, bit: number) => (((bit ^ (state >> 1) ^ state) & 1) << 2) | (state >> 1);

describe("experiments/turbo/decode", () => {
  const held = (llrs: Float32Array<ArrayBuffer>, width = 780) => ({
    count: Math.ceil(llrs.length / width),
    read: async (first: number, count: number) => llrs.slice(first * width, (first + count) * width),
  });

  it("decodes what a chain received, page by page", async () => {
    const gpu = await testGpu();
    const codewords = 3;
    const chain = await createTurboChain(gpu.device, config, codewords);
    chain.setPage({ firstCodeword: 0, ebn0Db: 2 });
    const [{ errors }] = await chain.run();
    const llrs = await readFloats(gpu.device, chain.llr, codewords * 780);
    chain.destroy();
    expect([...errors]).toEqual([0, 0, 0]);
    const bits: number[] = [];
    for await (const step of decodeCodewords(gpu, config, held(Float32Array.from(llrs)))) bits.push(...step.bits);
    expect(bits).toHaveLength(768);
    const again: number[] = [];
    for await (const step of decodeCodewords(gpu, config, held(Float32Array.from(llrs)), 1)) again.push(...step.bits);
    expect(again).toEqual(bits.slice(256));
    // Of 2^33 codewords it reads only the last one.
    const last = { count: 2 ** 33, read: async () => Float32Array.from(llrs.slice(2 * 780)) };
    const decoding = decodeCodewords(gpu, config, last, 2 ** 33 - 1);
    const { value } = await decoding.next();
    expect(value).toMatchObject({ state: 2 ** 33, progress: 1 });
    expect([...(value?.bits ?? [])]).toEqual(bits.slice(512));
    expect(await decoding.next()).toMatchObject({ done: true });
  });

  it("refuses incomplete codewords and NaN", async () => {
    const gpu = await testGpu();
    const first = (llrs: Float32Array<ArrayBuffer>, decoding = config) =>
      decodeCodewords(gpu, decoding, held(llrs)).next();
    await expect(first(new Float32Array(779))).rejects.toThrow("frames of 3·256 + 12 = 780, got 779");
    const noisy = Float32Array.from(testNormals(1, 780));
    noisy[5] = Number.NaN;
    await expect(first(noisy)).rejects.toThrow("must be finite, got NaN in frame 0, place 5");
    await expect(first(new Float32Array(780), { ...config, windows: "1,2" })).rejects.toThrow("at a time, got 2");
  });
});
