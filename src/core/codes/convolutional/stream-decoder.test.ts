import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testNormals, upload, withLimits } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { decode } from "./decoder.reference.ts";
import { overlapOf } from "./decoding.ts";
import type { PuncturedRate } from "./puncturing.ts";
import { createViterbiStreamDecoder, type ViterbiStreamDecoderConfig } from "./stream-decoder.ts";
import { received, TIE } from "./testing.ts";

type Options = Pick<ViterbiStreamDecoderConfig, "length" | "overlap" | "windowWords">;

/** Decodes streams page by page, and returns the bits of each stream without the delay. */
async function decodeOnGpu(streams: readonly Float32Array[], options: Options, device?: GPUDevice) {
  const real = await testDevice();
  const { length } = options;
  const count = streams.length;
  const llr = upload(real, new Float32Array(2 * length * count));
  const plan = await createViterbiStreamDecoder(device ?? real, { ...options, streams: count, llr });
  const stages = streams[0].length / 2;
  const bits = streams.map((): number[] => []);
  for (let first = 0; first < stages + plan.delay; first += length) {
    const page = new Float32Array(2 * length * count);
    for (const [s, stream] of streams.entries()) {
      page.set(stream.subarray(2 * first, 2 * (first + length)), 2 * length * s);
    }
    real.queue.writeBuffer(llr, 0, page);
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

/** A stream over noise. */
const noisy = (seed: number, stages: number, esn0Db: number, rate: PuncturedRate) =>
  received(randomRows(seed, 1, stages)[0], esn0Db, seed, rate).subarray(0, 2 * stages);

describe("convolutional/stream-decoder", () => {
  it.each([
    ["1/2", 1],
    ["2/3", 3],
    ["3/4", 4],
  ] as const)("equals the whole stream in float64, for pages of any size: rate %s at %s dB", async (rate, esn0Db) => {
    const streams = [1, 2, 3].map((seed) => noisy(seed, 2400, esn0Db, rate));
    const overlap = overlapOf(rate);
    const whole = streams.map((stream) => decode(stream, { open: true }));
    expect(whole.some(({ margin }) => margin > TIE)).toBe(true);
    for (const [length, windowWords] of [
      [32, 1],
      [96, 2],
      [800, 4],
      [2432, 7],
    ]) {
      const found = await decodeOnGpu(streams, { length, overlap, windowWords });
      for (const [s, { bits, margin }] of whole.entries()) {
        // A page beyond the end has LLRs of 0, which leave the last states open.
        if (margin > TIE) expect(found[s], `stream ${s}, pages of ${length}`).toEqual(bits);
      }
    }
  });

  it("decodes more windows than the memory for survivors holds at once", async () => {
    const streams = [4, 5].map((seed) => noisy(seed, 6400, 4, "1/2"));
    const device = await testDevice();
    const small = withLimits(device, { maxComputeWorkgroupsPerDimension: 2 });
    const expected = streams.map((stream) => decode(stream, { open: true }).bits);
    const options = { length: 6400, overlap: overlapOf("1/2"), windowWords: 1 };
    expect(await decodeOnGpu(streams, options, small)).toEqual(expected);
  });

  it("begins again after a reset", async () => {
    const device = await testDevice();
    const [before, stream] = [testNormals(1, 1280).map((x) => 9 * x), noisy(6, 640, 4, "1/2")];
    const llr = upload(device, Float32Array.from(before));
    const plan = await createViterbiStreamDecoder(device, { streams: 1, length: 640, llr, overlap: 144 });
    await run(device, plan);
    plan.reset();
    device.queue.writeBuffer(llr, 0, Float32Array.from(stream));
    await run(device, plan);
    const words = await readWords(device, plan.decisions, 20);
    plan.destroy();
    const bits = Array.from({ length: 640 - 144 }, (_, k) => (words[(k + 144) >> 5] >>> ((k + 144) & 31)) & 1);
    expect(bits).toEqual(decode(stream, { open: true }).bits.slice(0, 640 - 144));
  });

  it.each([
    [{ streams: 0 }, "streams must be a positive integer, got 0"],
    [{ length: 48 }, "length must be a multiple of 32, got 48"],
    [{ overlap: 12 }, "overlap must be a positive multiple of 8, got 12"],
    [{ windowWords: 0.5 }, "windowWords must be a positive integer, got 0.5"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const config = { streams: 1, length: 64, llr: upload(device, new Float32Array(128)), overlap: 144, ...change };
    await expect(createViterbiStreamDecoder(device, config)).rejects.toThrow(
      `convolutional/stream-decoder: ${message}`,
    );
  });
});
