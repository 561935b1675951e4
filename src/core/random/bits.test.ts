import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../gpu/rows.ts";
import { poison, readWords, run, testDevice } from "../gpu/testing.ts";
import { frameBits } from "./bits.reference.ts";
import { createRandomBits, type FrameCheck, type RandomBitsConfig } from "./bits.ts";
import { philox } from "./philox.ts";

async function generate(config: RandomBitsConfig, firstFrame: number) {
  const device = await testDevice();
  const plan = await createRandomBits(device, config);
  plan.setFirstFrame(firstFrame);
  poison(device, plan.bits);
  await run(device, plan);
  const words = await readWords(device, plan.bits, config.frames * wordsOf(config.length));
  plan.destroy();
  return words;
}

const expected = (config: RandomBitsConfig, firstFrame: number) =>
  pack(Array.from({ length: config.frames }, (_, i) => frameBits(firstFrame + i, config)));

/** An arbitrary check: linear, or linear plus a constant. */
function checkOf(bits: number, length: number): FrameCheck {
  const syndromes = Uint32Array.from({ length }, (_, k) => philox([k, bits, 0, 0], [7, 7])[0] >>> (32 - bits));
  return { bits, syndromes, ofZeros: bits % 3 ? philox([0, bits, 1, 0], [7, 7])[0] >>> (32 - bits) : undefined };
}

describe("random/bits", () => {
  it.each([
    { length: 40, frames: 1, seed: 1, checkBits: 0, firstFrame: 0 },
    { length: 40, frames: 517, seed: 2, checkBits: 24, firstFrame: 5 },
    { length: 48, frames: 3, seed: 3, checkBits: 1, firstFrame: 2 ** 32 - 3 },
    { length: 56, frames: 100, seed: 4, checkBits: 24, firstFrame: 0 },
    { length: 128, frames: 257, seed: 5, checkBits: 16, firstFrame: 7 },
    { length: 1056, frames: 29, seed: 0xffffffff, checkBits: 0, firstFrame: 1000 },
    { length: 6144, frames: 7, seed: 0, checkBits: 24, firstFrame: 123456 },
    { length: 1, frames: 70, seed: 9, checkBits: 0, firstFrame: 3 },
    { length: 32768, frames: 2, seed: 10, checkBits: 24, firstFrame: 3 },
    { length: 70001, frames: 3, seed: 11, checkBits: 0, firstFrame: 4 },
    { length: 6080, frames: 11, seed: 8, checkBits: 32, firstFrame: 1 },
  ])(
    "equals the reference: $frames × $length, a check of $checkBits bits",
    async ({ firstFrame, checkBits, ...sizes }) => {
      const config = { ...sizes, check: checkBits ? checkOf(checkBits, sizes.length) : undefined };
      expect(await generate(config, firstFrame)).toEqual(expected(config, firstFrame));
    },
  );

  it("equals the reference at lengths that end at every bit of a word", async () => {
    for (const length of [72, 192, 312, 432, 640, 880, 1248, 1728, 2496, 3456, 4416, 5376, 6079]) {
      const config = { length, frames: 3, seed: length, check: checkOf(24, length) };
      expect(await generate(config, 9)).toEqual(expected(config, 9));
    }
  });

  it("does not depend on the batch", async () => {
    const config = { length: 512, frames: 40, seed: 7, check: checkOf(24, 512) };
    const [many, one] = [await generate(config, 100), await generate({ ...config, frames: 1 }, 133)];
    expect(many.subarray(33 * 16, 34 * 16)).toEqual(one);
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ length: 24, check: checkOf(24, 24) }, "length must be 25 to 32768 with a check of 24 bits, got 24"],
    [{ length: 32769, check: checkOf(16, 32769) }, "length must be 17 to 32768 with a check of 16 bits, got 32769"],
    [{ check: checkOf(8, 41) }, "the check must have a syndrome for each of 40 bits, got 41"],
    [{ frames: 0 }, "frames must be a positive integer, got 0"],
    [{ seed: 0.5 }, "seed must be a whole number from 0 to 2^32 − 1, got 0.5"],
    [{ check: { bits: 33, syndromes: new Uint32Array(40) } }, "a check must have 1 to 32 bits, got 33"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const config = { length: 40, frames: 1, seed: 1, ...change };
    await expect(createRandomBits(device, config)).rejects.toThrow(`random/bits: ${message}`);
  });

  it("refuses a first frame that is not a u32", async () => {
    const plan = await createRandomBits(await testDevice(), { length: 40, frames: 1, seed: 1 });
    expect(() => plan.setFirstFrame(-1)).toThrow("random/bits: firstFrame must be a whole number from 0 to 2^32 − 1");
  });
});
