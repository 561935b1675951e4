import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testNormals } from "../gpu/testing.ts";
import { chainDelay, chainMultiple, chainRate } from "../flow/graph/rate.ts";
import { collect, memorySource } from "../flow/run/testing.ts";
import { polyphaseBlock, resamplerBlocks } from "./blocks.ts";
import { designResampler } from "./design.ts";
import { polyphase } from "./polyphase.reference.ts";

describe("resampling/blocks", () => {
  it.each([
    { up: 99, down: 448, stages: 1, samples: 5000 },
    { up: 99, down: 448, stages: 2, samples: 5000 },
    { up: 160, down: 147, stages: 2, samples: 700 },
    { up: 1, down: 60, stages: 2, samples: 6001 },
    { up: 1, down: 6, stages: 1, samples: 601 },
    { up: 24, down: 1, stages: 2, samples: 101 },
    { up: 3, down: 3, stages: 1, samples: 100 },
  ] as const)("$up/$down in $stages stages: pages of any size agree with float64", async ({ samples, ...spec }) => {
    const design = designResampler({ ...spec, attenuation: 60 });
    expect(design.stages).toHaveLength(spec.stages);
    const blocks = resamplerBlocks(design, "real");
    expect(chainRate(blocks)).toEqual({ up: design.up, down: design.down });
    const x = Float32Array.from(testNormals(1, samples));
    const expected = design.stages.reduce<ArrayLike<number>>((y, stage) => polyphase(y, { kind: "real", ...stage }), x);
    const { samples: whole } = await collect(memorySource(x, "real"), blocks, { page: samples });
    expect(whole).toHaveLength(Math.ceil((samples * design.up) / design.down));
    expect(errorDb(whole, Array.from(expected).slice(0, whole.length))).toBeLessThan(-120);
    const multiple = chainMultiple(blocks);
    const any = asyncProperty(integer({ min: 1, max: Math.ceil(samples / multiple) }), async (pages) => {
      expect((await collect(memorySource(x, "real"), blocks, { page: pages * multiple })).samples).toEqual(whole);
    });
    await assert(any, { numRuns: 4 });
  });

  it("uses another method for long pages, which differs by rounding only", async () => {
    const blocks = resamplerBlocks(designResampler({ up: 9, down: 16, attenuation: 60, stages: 1 }), "real");
    const x = Float32Array.from(testNormals(2, 16 * 9000));
    const { samples: short } = await collect(memorySource(x, "real"), blocks, { page: 16 * 1000 });
    const { samples: long } = await collect(memorySource(x, "real"), blocks, { page: x.length });
    expect(short).not.toEqual(long);
    expect(errorDb(long, short)).toBeLessThan(-120);
  });

  it("keeps tags at the events that they mark", async () => {
    const any = asyncProperty(
      constantFrom([3, 2], [2, 3], [10, 1], [1, 12], [5, 48]),
      integer({ min: 1, max: 9 }),
      async ([up, down], parts) => {
        const blocks = resamplerBlocks(designResampler({ up, down, attenuation: 60 }), "real");
        // A smooth pulse, whose middle is known to a fraction of a sample.
        const middle = 701;
        const width = 6 * Math.max(1, down / up);
        const x = Float32Array.from({ length: 1500 }, (_, n) => Math.exp(-(((n - middle) / width) ** 2)));
        const tags = [{ sample: middle, key: "middle", value: true }];
        const { steps, samples } = await collect(memorySource(x, "real", tags), blocks, {
          page: Math.ceil(1500 / parts),
        });
        let [sum, moment] = [0, 0];
        samples.forEach((y, m) => {
          sum += y;
          moment += y * m;
        });
        const [{ first, tags: found }, ...others] = steps.filter((step) => step.tags.length);
        expect(others).toHaveLength(0);
        expect(found[0].sample).toBeCloseTo((middle * up) / down + chainDelay(blocks), 9);
        expect(found[0].sample).toBeCloseTo(moment / sum, 1);
        expect(found[0].sample).toBeGreaterThanOrEqual(first);
      },
    );
    await assert(any, { numRuns: gpuRuns(8) });
  });

  it("gives the delay of linear-phase filters, in lowest terms", () => {
    const taps = Float64Array.of(1, 2, 3, 4, 3, 2, 1);
    const block = polyphaseBlock({ kind: "complex", taps, up: 4, down: 6 });
    expect(block).toMatchObject({ input: "complex", output: "complex", up: 2, down: 3, multiple: 3, delay: 0.75 });
    expect(polyphaseBlock({ kind: "real", taps: Float64Array.of(1, 2, 3), up: 1, down: 2 }).delay).toBe(0);
    const turned = { kind: "real", taps: Float64Array.of(0, 1, 0, -1), complexTaps: true, up: 1, down: 1 } as const;
    expect(polyphaseBlock(turned)).toMatchObject({ output: "complex", delay: 0.5 });
  });
});
