import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, testNormals, upload, withLimits } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { codedBits } from "./code.ts";
import { decode } from "./decoder.reference.ts";
import { createViterbiDecoder } from "./decoder.ts";
import { checkSingleRun, overlapOf, usualConvolutionalWindows } from "./decoding.ts";
import { encodeConvolutional } from "./encoder.float64.ts";
import { received, TIE } from "./testing.ts";

async function decodeOnGpu(frames: Float32Array[], windows: number, overlap = overlapOf("1/2")) {
  const device = await testDevice();
  const length = frames[0].length / 2 - 6;
  const llr = upload(device, Float32Array.from(frames.flatMap((frame) => [...frame])));
  const plan = await createViterbiDecoder(device, { length, frames: frames.length, llr, windows, overlap });
  poison(device, plan.decisions);
  await run(device, plan);
  const decisions = await readWords(device, plan.decisions, frames.length * wordsOf(length));
  plan.destroy();
  return frames.map((_, i) => decisions.slice(i * wordsOf(length), (i + 1) * wordsOf(length)));
}

/** Compares all frames whose metrics do not tie with the float64 decoder; returns how many those are. */
async function compare(frames: Float32Array[], windows: number, overlap?: number): Promise<number> {
  const decisions = await decodeOnGpu(frames, windows, overlap);
  let compared = 0;
  for (const [i, frame] of frames.entries()) {
    const { bits, margin } = decode(frame);
    if (margin < TIE) continue;
    expect(decisions[i], `frame ${i}, margin ${margin}`).toEqual(pack([bits]));
    compared++;
  }
  return compared;
}

describe("convolutional/decoder reference", () => {
  it("finds the most likely of all codewords", () => {
    for (let seed = 0; seed < 10; seed++) {
      const llr = testNormals(seed, codedBits(7));
      const words = Array.from({ length: 2 ** 7 }, (_, word) => Array.from({ length: 7 }, (__, k) => (word >> k) & 1));
      const metricOf = (bits: number[]) => encodeConvolutional(bits).reduce((sum, bit, i) => sum + bit * llr[i], 0);
      const ranked = words.map((bits) => ({ bits, metric: metricOf(bits) })).toSorted((a, b) => b.metric - a.metric);
      const { bits, margin } = decode(llr);
      expect(bits).toEqual(ranked[0].bits);
      expect(margin).toBeCloseTo(ranked[0].metric - ranked[1].metric, 10);
    }
  });
});

describe("convolutional/decoder", () => {
  it.each([1, 2, 7, 18, 26, 31, 32, 33, 64, 65, 97, 250, 816, 1033])(
    "equals float64 in one window: %i bits at 0, 2 and 5 dB, and noise alone",
    async (length) => {
      const rows = randomRows(length, 3, length);
      const frames = rows.map((bits, i) => received(bits, [0, 2, 5][i], length + i));
      const noise = Float32Array.from(testNormals(length, codedBits(length)));
      expect(await compare([...frames, noise], 1)).toBeGreaterThan(2);
    },
  );

  it.each([
    { length: 33, windows: 2, count: 3 },
    { length: 70, windows: 3, count: 2 },
    { length: 160, windows: 5, count: 67 },
    { length: 250, windows: 3, count: 9 },
    { length: 256, windows: 8, count: 9 },
    { length: 1033, windows: 11, count: 7 },
    { length: 1033, windows: 33, count: 7 },
    { length: 11680, windows: usualConvolutionalWindows(11680), count: 1 },
  ])("equals float64 in $windows overlapping windows: $count frames of $length bits", async (size) => {
    const { length, windows, count } = size;
    const rows = randomRows(length, count, length);
    // From 1 to 4 dB per coded bit: the first frames have many errors, the last ones have none.
    const frames = rows.map((bits, i) => received(bits, 1 + (3 * i) / count, 50 * length + i));
    expect(await compare(frames, windows)).toBeGreaterThan(count / 2);
  });

  it.each(["2/3", "3/4"] as const)("equals float64 on frames punctured to rate %s", async (rate) => {
    const rows = randomRows(12, 6, 409);
    for (const esn0Db of [2.5, 4, 6]) {
      const frames = rows.map((bits, i) => received(bits, esn0Db, 100 * esn0Db + i, rate));
      expect(await compare(frames, 1)).toBeGreaterThan(3);
      expect(await compare(frames, 5, overlapOf(rate))).toBeGreaterThan(3);
    }
  });

  it.each([
    ["1/2", -1.25],
    ["2/3", 0.4],
    ["3/4", 1.5],
  ] as const)("equals float64 where half of the frames are in error: rate %s at %s dB", async (rate, esn0Db) => {
    const rows = randomRows(78, 40, 640);
    const frames = rows.map((bits, i) => received(bits, esn0Db, 1900 + i, rate));
    expect(await compare(frames, 20, overlapOf(rate))).toBeGreaterThan(30);
  });

  it("corrects bursts of erased bits, and any 4 wrong bits, across the windows' ends", async () => {
    const rows = randomRows(8, 40, 320);
    const burst = rows.map((bits, i) =>
      Float32Array.from(encodeConvolutional(bits), (bit) => 8 * bit - 4).fill(0, 16 * i, 16 * i + 9),
    );
    expect(await decodeOnGpu(burst, 5)).toEqual(rows.map((bits) => pack([bits])));
    // The free distance is 10, so the nearest codeword is the right one.
    const wrong = rows.map((bits, i) => {
      const llr = Float32Array.from(encodeConvolutional(bits), (bit) => 8 * bit - 4);
      for (const place of [0, 1 + (i % 3), 5, 9 + (i % 5)]) llr[16 * i + place] *= -1;
      return llr;
    });
    expect(await decodeOnGpu(wrong, 5)).toEqual(rows.map((bits) => pack([bits])));
  });

  it("treats a NaN LLR as a bit that was not received, limits infinite LLRs, and does not change other frames", async () => {
    const rows = randomRows(5, 4, 100);
    const frames = rows.map((bits, i) => received(bits, 6, i));
    frames[1].fill(Number.NaN, 40, 48);
    frames[2] = frames[2].map((value) => value / 0);
    frames[3] = frames[3].map(() => Number.NaN);
    const decisions = await decodeOnGpu(frames, 2);
    expect(decisions.slice(0, 2)).toEqual(rows.slice(0, 2).map((bits) => pack([bits])));
    expect(await compare([frames[1].map((value) => value || 0)], 2)).toBe(1);
    expect(decisions[2]).toEqual(pack([decode(frames[2].map((value) => 2 ** 20 * Math.sign(value))).bits]));
    expect(decisions[3]).toEqual(new Uint32Array(4));
  });

  it("decodes more windows than the memory for survivors holds at once", async () => {
    const rows = randomRows(6, 16, 1500);
    const device = await testDevice();
    // Three workgroups of 64 windows, one after another, for 16·47 windows.
    const small = withLimits(device, { maxComputeWorkgroupsPerDimension: 3 });
    const llr = upload(
      device,
      Float32Array.from(rows.flatMap(encodeConvolutional), (bit) => 2 * bit - 1),
    );
    const config = { length: 1500, frames: rows.length, llr, windows: 47, overlap: overlapOf("1/2") };
    const plan = await createViterbiDecoder(small, config);
    poison(device, plan.decisions);
    await run(device, plan);
    expect(await readWords(device, plan.decisions, rows.length * wordsOf(1500))).toEqual(pack(rows));
    plan.destroy();
  });

  it("extends windows by 10·7/(1 − rate) stages at least", () => {
    expect((["1/2", "2/3", "3/4"] as const).map(overlapOf)).toEqual([144, 216, 280]);
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ frames: 1.5 }, "frames must be a positive integer, got 1.5"],
    [{ windows: 0 }, "windows must be an integer from 1 to 4, got 0"],
    [{ windows: 5 }, "windows must be an integer from 1 to 4, got 5"],
    [{ overlap: 20 }, "overlap must be a positive multiple of 8, got 20"],
    [{ overlap: 0 }, "overlap must be a positive multiple of 8, got 0"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const llr = upload(device, new Float32Array(codedBits(100)));
    const config = { length: 100, frames: 1, llr, windows: 2, overlap: 72, ...change };
    await expect(createViterbiDecoder(device, config)).rejects.toThrow(`convolutional/decoder: ${message}`);
  });

  it.each([
    [{ algorithm: "max-log" }, 'algorithm must be "viterbi", got "max-log"'],
    [{ iterations: 2 }, "iterations must be 1, got 2"],
    [{ stop: "crc" }, 'stop must be "none", got "crc"'],
  ])("refuses the decoding %j", (change, message) => {
    expect(() =>
      checkSingleRun("convolutional/decoder", "viterbi", { algorithm: "viterbi", iterations: 1, ...change }),
    ).toThrow(`convolutional/decoder: ${message}`);
  });
});
