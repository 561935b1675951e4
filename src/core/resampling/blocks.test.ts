import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testGpu, testNormals } from "../gpu/testing.ts";
import type { Block } from "../flow/graph/block.ts";
import { chainDelay, chainMultiple, chainRate } from "../flow/graph/rate.ts";
import { runStream, type StreamStep } from "../flow/run/run-stream.ts";
import type { StreamSource } from "../flow/run/source.ts";
import { polyphaseBlock, resamplerBlocks } from "./blocks.ts";
import { designResampler } from "./design.ts";
import { polyphase } from "./polyphase.reference.ts";

async function collect(source: StreamSource, blocks: readonly Block[], page: number) {
  const steps: StreamStep[] = [];
  for await (const step of runStream(await testGpu(), source, blocks, { page })) steps.push(step);
  return { steps, samples: Float32Array.from(steps.flatMap(({ samples }) => [...samples])) };
}

const realSource = (x: Float32Array<ArrayBuffer>, tags: StreamSource["tags"] = []): StreamSource => ({
  samples: x.length,
  read: async (start, count) => x.slice(start, start + count),
  tags,
});

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
    const { samples: whole } = await collect(realSource(x), blocks, samples);
    expect(whole).toHaveLength(Math.ceil((samples * design.up) / design.down));
    expect(errorDb(whole, Array.from(expected).slice(0, whole.length))).toBeLessThan(-120);
    const multiple = chainMultiple(blocks);
    const any = asyncProperty(integer({ min: 1, max: Math.ceil(samples / multiple) }), async (pages) => {
      expect((await collect(realSource(x), blocks, pages * multiple)).samples).toEqual(whole);
    });
    await assert(any, { numRuns: 4 });
  });

  it("uses another method for long pages, which differs by rounding only", async () => {
    const blocks = resamplerBlocks(designResampler({ up: 3, down: 16, attenuation: 60 }), "real");
    const x = Float32Array.from(testNormals(2, 16 * 9000));
    const { samples: short } = await collect(realSource(x), blocks, 16 * 1000);
    const { samples: long } = await collect(realSource(x), blocks, x.length);
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
        const { steps, samples } = await collect(realSource(x, tags), blocks, Math.ceil(1500 / parts));
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
