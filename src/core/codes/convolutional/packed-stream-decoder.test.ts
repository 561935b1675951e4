import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testNormals, upload, withLimits } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { overlapOf } from "./decoding.ts";
import { encodeConvolutional } from "./encoder.float64.ts";
import { createLlrPacking } from "./llr-packing.ts";
import { createPackedViterbiStreamDecoder, type PackedViterbiStreamDecoderConfig } from "./packed-stream-decoder.ts";
import type { PuncturedRate } from "./puncturing.ts";
import { received } from "./testing.ts";
import { viterbi } from "./viterbi.float64.ts";

type Options = Pick<PackedViterbiStreamDecoderConfig, "length" | "overlap" | "windowWords">;

/** Eight integers per word, as the decoder takes them. */
const packed = (levels: ArrayLike<number>) =>
  Uint32Array.from({ length: levels.length / 8 }, (_, w) => {
    let word = 0;
    for (let i = 0; i < 8; i++) word |= (levels[8 * w + i] & 15) << (4 * i);
    return word;
  });

/** Decodes streams of integers page by page, and returns the bits of each stream without the delay. */
async function decodeOnGpu(streams: readonly Int8Array[], options: Options, device?: GPUDevice) {
  const real = await testDevice();
  const { length } = options;
  const count = streams.length;
  const llr = upload(real, new Uint32Array((length / 4) * count));
  const plan = await createPackedViterbiStreamDecoder(device ?? real, { ...options, streams: count, llr });
  const stages = streams[0].length / 2;
  const bits = streams.map((): number[] => []);
  for (let first = 0; first < stages + plan.delay; first += length) {
    const page = new Int8Array(2 * length * count);
    for (const [s, stream] of streams.entries()) {
      page.set(stream.subarray(2 * first, 2 * (first + length)), 2 * length * s);
    }
    real.queue.writeBuffer(llr, 0, packed(page));
    poison(real, plan.decisions);
    await run(real, plan);
    const words = await readWords(real, plan.decisions, (count * length) / 32);
    for (const [s, row] of bits.entries()) {
      for (let k = 0; k < length; k++) row.push((words[(s * length + k) >> 5] >>> (k & 31)) & 1);
    }
  }
  const { delay } = plan;
  plan.destroy();
  return bits.map((row) => row.slice(delay, delay + stages));
}

/** A stream over noise, as integers: all 16 of them occur. */
function noisy(seed: number, stages: number, esn0Db: number, rate: PuncturedRate): Int8Array {
  const llr = received(randomRows(seed, 1, stages)[0], esn0Db, seed, rate).subarray(0, 2 * stages);
  return Int8Array.from(llr, (value) => Math.min(7, Math.max(-8, Math.round(value))));
}

/** The metric of a path from any state: twice the sum of LLR·(bit − ½), without the first six stages, which depend on the bits before. */
function metricOf(levels: Int8Array, bits: readonly number[]): number {
  const code = encodeConvolutional([...bits]);
  let sum = 0;
  for (let i = 12; i < levels.length; i++) sum += levels[i] * (2 * code[i] - 1);
  return sum;
}

describe("convolutional/packed-stream-decoder", () => {
  it.each([
    ["1/2", 1],
    ["2/3", 3],
    ["3/4", 4],
  ] as const)("finds a path with the largest metric, for pages of any size: rate %s at %s dB", async (rate, esn0Db) => {
    const streams = [1, 2, 3].map((seed) => noisy(seed, 2400, esn0Db, rate));
    const overlap = overlapOf(rate);
    // Integers often give equal metrics, so the bits may differ. The six stages at the beginning belong to no metric here.
    const most = streams.map((stream) => metricOf(stream, [...viterbi(stream, { open: true }).bits]));
    for (const [length, windowWords] of [
      [32, 1],
      [96, 2],
      [800, 4],
      [2432, 7],
      [2432, 33],
    ]) {
      const found = await decodeOnGpu(streams, { length, overlap, windowWords });
      for (const [s, stream] of streams.entries()) {
        expect(metricOf(stream, found[s]), `stream ${s}, pages of ${length}`).toBe(most[s]);
      }
    }
  });

  it("equals the float64 path of the widest metrics, which have no ties", async () => {
    // Levels without noise, of random size: the path is unique.
    const bits = randomRows(9, 1, 640)[0];
    const sizes = testNormals(5, 1280);
    const levels = Int8Array.from(encodeConvolutional(bits).slice(0, 1280), (bit, i) =>
      bit ? Math.min(7, 1 + Math.floor(4 * Math.abs(sizes[i]))) : -Math.min(8, 1 + Math.floor(4 * Math.abs(sizes[i]))),
    );
    for (const windowWords of [undefined, 1, 20]) {
      const [found] = await decodeOnGpu([levels], { length: 640, overlap: overlapOf("1/2"), windowWords });
      expect(found.slice(0, 640)).toEqual(bits.slice(0, 640));
    }
  });

  it("decodes more windows than the memory for survivors holds at once", async () => {
    const streams = [4, 5].map((seed) => noisy(seed, 6400, 4, "1/2"));
    const small = withLimits(await testDevice(), { maxComputeWorkgroupsPerDimension: 2 });
    const options = { length: 6400, overlap: overlapOf("1/2"), windowWords: 1 };
    expect(await decodeOnGpu(streams, options, small)).toEqual(await decodeOnGpu(streams, options));
  });

  it("begins again after a reset", async () => {
    const device = await testDevice();
    const stream = noisy(6, 640, 4, "1/2");
    const llr = upload(device, packed(noisy(7, 640, 0, "1/2")));
    const plan = await createPackedViterbiStreamDecoder(device, { streams: 1, length: 640, llr, overlap: 144 });
    await run(device, plan);
    plan.reset();
    device.queue.writeBuffer(llr, 0, packed(stream));
    await run(device, plan);
    const words = await readWords(device, plan.decisions, 20);
    plan.destroy();
    const bits = Array.from({ length: 640 - 144 }, (_, k) => (words[(k + 144) >> 5] >>> ((k + 144) & 31)) & 1);
    const [expected] = await decodeOnGpu([stream], { length: 640, overlap: 144 });
    expect(bits).toEqual(expected.slice(0, 640 - 144));
  });

  it("rounds LLRs to the decoder's integers", async () => {
    const device = await testDevice();
    const values = Array.from(testNormals(3, 1000), (value) => 6 * value);
    values.splice(0, 8, Number.NaN, Infinity, -Infinity, 1e30, -1e30, 0.25, -0.26, 3.4);
    const llr = upload(device, Float32Array.from(values));
    const plan = await createLlrPacking(device, { llr, length: 1000, step: 0.5 });
    poison(device, plan.packed);
    await run(device, plan);
    const found = await readWords(device, plan.packed, 125);
    plan.destroy();
    const levels = values.map((value) => {
      const rounded = Math.round(Math.fround(value) / 0.5);
      return Number.isNaN(value) ? 0 : Math.min(7, Math.max(-7, rounded));
    });
    // 0.25/0.5 is half-way: WGSL rounds it to the even integer.
    levels[5] = 0;
    expect(found).toEqual(packed(levels));
  });

  it.each([
    [{ streams: 0 }, "streams must be a positive integer, got 0"],
    [{ length: 48 }, "length must be a multiple of 32, got 48"],
    [{ overlap: 12 }, "overlap must be a positive multiple of 8, got 12"],
    [{ windowWords: 0.5 }, "windowWords must be a positive integer, got 0.5"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const config = { streams: 1, length: 64, llr: upload(device, new Uint32Array(16)), overlap: 144, ...change };
    await expect(createPackedViterbiStreamDecoder(device, config)).rejects.toThrow(
      `convolutional/packed-stream-decoder: ${message}`,
    );
  });

  it.each([
    [{ length: 12 }, "length must be a multiple of 8, got 12"],
    [{ step: 0 }, "step must be a number above 0, got 0"],
  ])("refuses to pack with %j", async (change, message) => {
    const device = await testDevice();
    const config = { llr: upload(device, new Float32Array(16)), length: 16, step: 1, ...change };
    await expect(createLlrPacking(device, config)).rejects.toThrow(`convolutional/llr-packing: ${message}`);
  });
});
