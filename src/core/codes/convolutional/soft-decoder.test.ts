import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload, withLimits } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { codedBits } from "./code.ts";
import { decode } from "./decoder.reference.ts";
import { overlapOf } from "./decoding.ts";
import { encodeConvolutional } from "./encoder.float64.ts";
import { createSoftConvolutionalDecoder } from "./soft-decoder.ts";
import { posteriors } from "./soft-decoder.reference.ts";
import { received, TIE } from "./testing.ts";

async function decodeOnGpu(frames: readonly Float32Array[], windows: number, overlap: number, limits = {}) {
  return (await softDecode(frames, { windows, overlap }, limits)).map(({ information }) => information);
}

async function softDecode(
  frames: readonly Float32Array[],
  decoding: { windows: number; overlap: number; codeword?: boolean },
  limits = {},
) {
  const device = await testDevice();
  const length = frames[0].length / 2 - 6;
  const llr = upload(device, Float32Array.from(frames.flatMap((frame) => [...frame])));
  const config = { length, frames: frames.length, llr, ...decoding };
  const plan = await createSoftConvolutionalDecoder(withLimits(device, limits), config);
  for (const output of [plan.posterior, plan.codeword]) if (output) poison(device, output);
  await run(device, plan);
  const rowsOf = async (buffer: GPUBuffer, width: number) => {
    const values = await readFloats(device, buffer, frames.length * width);
    return frames.map((_, i) => values.subarray(i * width, (i + 1) * width));
  };
  const information = await rowsOf(plan.posterior, length);
  const codewords = plan.codeword && (await rowsOf(plan.codeword, codedBits(length)));
  plan.destroy();
  return information.map((row, i) => ({ information: row, codeword: codewords?.[i] }));
}

/** Compares posterior LLRs with float64. Their rounding grows with the path metrics. */
function compare(found: ArrayLike<number>, frame: Float32Array, bits: "information" | "codeword" = "information") {
  const expected = posteriors(frame)[bits];
  expect(found).toHaveLength(expected.length);
  const largest = frame.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  const difference = expected.reduce((most, value, k) => Math.max(most, Math.abs(value - found[k])), 0);
  expect(difference / largest).toBeLessThan(1e-4);
}

describe("convolutional/soft-decoder reference", () => {
  it("equals the search of all codewords", () => {
    for (let seed = 0; seed < 4; seed++) {
      const llr = testNormals(seed, codedBits(6));
      const metrics = Array.from({ length: 64 }, (_, word) => {
        const bits = [0, 1, 2, 3, 4, 5].map((k) => (word >> k) & 1);
        const code = encodeConvolutional(bits);
        return { bits, code, metric: code.reduce((sum, bit, i) => sum + (bit - 0.5) * llr[i], 0) };
      });
      const compareWith = (
        found: readonly number[],
        bitsOf: (entry: (typeof metrics)[number]) => readonly number[],
      ) => {
        const best = (i: number, bit: number) =>
          Math.max(...metrics.filter((entry) => bitsOf(entry)[i] === bit).map(({ metric }) => metric));
        for (const [i, value] of found.entries()) expect(value).toBeCloseTo(best(i, 1) - best(i, 0), 10);
      };
      const { information, codeword } = posteriors(llr);
      compareWith(information, ({ bits }) => bits);
      compareWith(codeword, ({ code }) => code);
    }
  });
});

describe("convolutional/soft-decoder", () => {
  it.each([
    { length: 1, windows: 1 },
    { length: 31, windows: 1 },
    { length: 200, windows: 1 },
    { length: 200, windows: 7 },
    { length: 1033, windows: 9 },
  ])("equals float64 in $windows windows: $length bits", async ({ length, windows }) => {
    const rows = randomRows(length, 3, length);
    const frames = rows.map((bits, i) => received(bits, [0, 2, 5][i], length + i));
    const found = await decodeOnGpu(frames, windows, overlapOf("1/2"));
    for (const [i, frame] of frames.entries()) compare(found[i], frame);
  });

  it.each(["2/3", "3/4"] as const)("equals float64 on frames punctured to rate %s", async (rate) => {
    const frames = randomRows(5, 4, 400).map((bits, i) => received(bits, 3 + i, 70 + i, rate));
    const found = await decodeOnGpu(frames, 4, overlapOf(rate));
    for (const [i, frame] of frames.entries()) compare(found[i], frame);
  });

  it.each([
    // In frames of one or two bits, some coded bits are always 0.
    { length: 3, windows: 1, rate: "1/2" },
    { length: 200, windows: 1, rate: "3/4" },
    { length: 200, windows: 7, rate: "1/2" },
    { length: 1024, windows: 8, rate: "2/3" },
  ] as const)("LLRs of coded bits equal float64 in $windows windows: $length bits, rate $rate", async (size) => {
    const { length, windows, rate } = size;
    const frames = randomRows(length, 3, length).map((bits, i) => received(bits, 2 + i, length + i, rate));
    const found = await softDecode(frames, { windows, overlap: overlapOf(rate), codeword: true });
    for (const [i, frame] of frames.entries()) {
      compare(found[i].information, frame);
      compare(found[i].codeword ?? [], frame, "codeword");
    }
  });

  it("has the signs of the Viterbi algorithm's decisions", async () => {
    const frames = randomRows(6, 12, 160).map((bits, i) => received(bits, 0.5, 90 + i));
    const found = await decodeOnGpu(frames, 5, overlapOf("1/2"));
    let compared = 0;
    for (const [i, frame] of frames.entries()) {
      const { bits, margin } = decode(frame);
      if (margin < TIE) continue;
      expect([...found[i]].map((value) => Number(value > 0))).toEqual(bits);
      compared++;
    }
    expect(compared).toBeGreaterThan(8);
  });

  it("decodes more windows than its memory holds at once, and limits infinite LLRs", async () => {
    const frames = randomRows(7, 20, 320).map((bits) =>
      Float32Array.from(encodeConvolutional(bits), (bit) => (2 * bit - 1) / 0),
    );
    const found = await decodeOnGpu(frames, 10, overlapOf("1/2"), { maxComputeWorkgroupsPerDimension: 2 });
    for (const [i, frame] of frames.entries()) {
      const limited = frame.map((value) => 2 ** 20 * Math.sign(value));
      compare(found[i], limited);
    }
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ windows: 5 }, "windows must be an integer from 1 to 4, got 5"],
    [{ overlap: 20 }, "overlap must be a positive multiple of 8, got 20"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const llr = upload(device, new Float32Array(codedBits(100)));
    const config = { length: 100, frames: 1, llr, windows: 2, overlap: 72, ...change };
    await expect(createSoftConvolutionalDecoder(device, config)).rejects.toThrow(
      `convolutional/soft-decoder: ${message}`,
    );
  });
});
