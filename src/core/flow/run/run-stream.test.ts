import { assert, asyncProperty, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { constantOperation } from "../../arithmetic/constant.ts";
import { createCopy } from "../../arithmetic/copy.ts";
import { openGpu } from "../../gpu/device.ts";
import { OutOfMemoryError } from "../../gpu/errors.ts";
import { allocate, poolOf } from "../../gpu/pool.ts";
import { dawn, gpuRuns, TEST_INVOCATIONS, testGpu, testNormals } from "../../gpu/testing.ts";
import { sequence } from "../../gpu/timing.ts";
import { polyphaseBlock } from "../../resampling/blocks.ts";
import { type Block, oneSampleBlock } from "../graph/block.ts";
import { runStream } from "./run-stream.ts";
import type { StreamSource } from "./source.ts";
import { waitingBlock } from "../build/testing.ts";
import { collect, memorySource } from "./testing.ts";

const blocks = [waitingBlock("complex", 3), waitingBlock("complex", 5)];

describe("flow/run-stream", () => {
  it("returns the whole signal in pages of any size, with each tag in its page", async () => {
    const x = Float32Array.from(testNormals(1, 2 * 200));
    const tags = [199, 0, 50, 50].map((sample, i) => ({ sample, key: "burst", value: i }));
    const expected = [...new Float32Array(16), ...x].slice(0, x.length);
    const any = asyncProperty(integer({ min: 6, max: 250 }), async (page) => {
      const { steps, samples } = await collect(memorySource(x, "complex", tags), blocks, { page });
      expect([...samples]).toEqual(expected);
      expect(steps.map(({ first }) => first)).toEqual(steps.map((_, i) => i * page));
      expect(steps.at(-1)?.progress).toBe(1);
      expect(steps.flatMap((step) => step.tags)).toEqual([
        { sample: 8, key: "burst", value: 1 },
        { sample: 58, key: "burst", value: 2 },
        { sample: 58, key: "burst", value: 3 },
        { sample: 207, key: "burst", value: 0 },
      ]);
      for (const { first, samples: own, tags: here } of steps) {
        for (const { sample } of here) {
          expect(sample).toBeGreaterThanOrEqual(first);
          expect(sample).toBeLessThan(sample === 207 ? Infinity : first + own.length / 2);
        }
      }
    });
    await assert(any, { numRuns: gpuRuns(10) });
  });

  it("computes blocks of one sample alone, between others, and for signals of any length", async () => {
    const real = { input: "real", output: "real" } as const;
    const constant = (operation: "add" | "multiply", value: number) =>
      oneSampleBlock(operation, constantOperation(operation, "real", value), real);
    const line = [constant("multiply", 2), constant("add", 1)];
    for (const length of [0, 1, 7, 100]) {
      const x = Float32Array.from({ length }, (_, n) => n);
      const tag = { sample: length - 1, key: "burst", value: 1 };
      const tags = length > 0 ? [tag, tag] : [];
      for (const page of [1, 16, 1000]) {
        const { steps, samples } = await collect(memorySource(x, "real", tags), line, { page });
        expect([...samples]).toEqual(Array.from(x, (value) => 2 * value + 1));
        expect(steps.flatMap((step) => step.tags)).toEqual(tags);
        expect(steps).toHaveLength(Math.ceil(length / Math.max(1, Math.min(page, length))));
      }
      const late = await collect(memorySource(x, "real"), [line[0], waitingBlock("real", 1), line[1]], { page: 16 });
      expect([...late.samples]).toEqual([0, ...x].slice(0, length).map((value) => 2 * value + 1));
    }
  });

  it("gives the first of the outputs for a signal shorter than a rate's period", async () => {
    const block = polyphaseBlock({ kind: "real", taps: Float64Array.of(4, 3, 2, 1), up: 2, down: 5 });
    const { steps, samples } = await collect(memorySource([1], "real"), [block, block], { page: 3 });
    expect(steps.map(({ progress }) => progress)).toEqual([1]);
    expect([...samples]).toEqual([16]);
  });

  it("uses shorter pages if a block's output would exceed a binding", async () => {
    const gpu = await testGpu();
    const most = gpu.device.limits.maxStorageBufferBindingSize / 8;
    const seen: number[] = [];
    const watching: Block = {
      ...waitingBlock("complex", 0),
      create: (_, { length }) => {
        seen.push(length);
        return Promise.reject(new Error("made"));
      },
    };
    await expect(
      collect(memorySource(new Float32Array(2), "complex"), [{ ...watching, up: most }], { page: 8 }),
    ).rejects.toThrow("made");
    await expect(
      collect(memorySource(new Float32Array(32), "complex"), [{ ...watching, up: most / 4 }], { page: 8 }),
    ).rejects.toThrow("made");
    // The kernels are compiled ahead, on a stand-in for the device.
    expect(seen).toEqual([1, 1, 4, 4]);
  });

  it("reads ahead, but only as far as pages are consumed", async () => {
    let read = 0;
    const source = { ...memorySource(new Float32Array(2 * 1000), "complex"), samples: 1000 };
    const counting: StreamSource = { ...source, read: (start, count) => (read++, source.read(start, count)) };
    const stream = runStream(await testGpu(), counting, blocks, { page: 10 });
    await stream.next();
    expect(read).toBe(4);
    await stream.return();
    expect(read).toBe(4);
  });

  it("ends early on an abort, and releases everything", async () => {
    const gpu = await testGpu();
    const before = poolOf(gpu.device).statistics.liveBytes;
    const controller = new AbortController();
    let steps = 0;
    const source = memorySource(new Float32Array(2 * 1000), "complex");
    for await (const _ of runStream(gpu, source, blocks, { page: 10, signal: controller.signal })) {
      if (++steps === 3) controller.abort();
    }
    expect(steps).toBe(3);
    const failing = { ...source, read: () => Promise.reject(new Error("the file is gone")) };
    await expect(collect(failing, blocks, { page: 10 })).rejects.toThrow("the file is gone");
    expect(poolOf(gpu.device).statistics.liveBytes).toBe(before);
  });

  it.each([[{ page: 0 }, "flow/run: page must be a positive integer, got 0"]])(
    "refuses %o",
    async (options, message) => {
      await expect(collect(memorySource(new Float32Array(200), "complex"), blocks, options)).rejects.toThrow(message);
    },
  );
});

describe("several streams at once", () => {
  // The largest buffer of the compatibility mode has memory on every machine.
  it.skipIf(TEST_INVOCATIONS < 256)(
    "fail separately: one stream's lack of memory does not affect the others",
    async () => {
      const stray: string[] = [];
      const gpu = await openGpu(await dawn(), { onError: ({ message }) => stray.push(message) });
      const hungry: Block = {
        ...waitingBlock("complex", 3),
        async create(device, page) {
          const plan = await waitingBlock("complex", 3).create(device, page);
          const x = allocate(device).storage("too much", device.limits.maxBufferSize);
          const copy = await createCopy(device, { x, length: 4 });
          return { ...plan, ...sequence("hungry", [plan, copy]) };
        },
      };
      const x = Float32Array.from(testNormals(1, 2 * 60));
      const run = async (block: Block) => {
        const found: number[] = [];
        for await (const { samples } of runStream(gpu, memorySource(x, "complex"), [block], { page: 20 }))
          found.push(...samples);
        return found;
      };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 9 }, (_, i) => run(i % 3 === 1 ? hungry : waitingBlock("complex", 3))),
      );
      for (const [i, outcome] of outcomes.entries()) {
        if (i % 3 === 1) expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(OutOfMemoryError);
        else expect((outcome as PromiseFulfilledResult<number[]>).value).toHaveLength(x.length);
      }
      expect(stray).toEqual([]);
      gpu.close();
    },
  );
});
