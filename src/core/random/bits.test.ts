import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../gpu/rows.ts";
import { poison, readWords, run, testDevice } from "../gpu/testing.ts";
import { TURBO_LENGTHS } from "../codes/turbo/qpp.ts";
import { frameBits } from "./bits.reference.ts";
import { createRandomBits, type RandomBitsConfig } from "./bits.ts";

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

describe("random/bits", () => {
  it.each([
    { length: 40, frames: 1, seed: 1, crc: "none", firstFrame: 0 },
    { length: 40, frames: 517, seed: 2, crc: "24A", firstFrame: 5 },
    { length: 48, frames: 3, seed: 3, crc: "24B", firstFrame: 2 ** 32 - 3 },
    { length: 56, frames: 100, seed: 4, crc: "24A", firstFrame: 0 },
    { length: 128, frames: 257, seed: 5, crc: "24B", firstFrame: 7 },
    { length: 1056, frames: 29, seed: 0xffffffff, crc: "none", firstFrame: 1000 },
    { length: 6144, frames: 7, seed: 0, crc: "24A", firstFrame: 123456 },
    { length: 1, frames: 70, seed: 9, crc: "none", firstFrame: 3 },
    { length: 32768, frames: 2, seed: 10, crc: "24A", firstFrame: 3 },
    { length: 70001, frames: 3, seed: 11, crc: "none", firstFrame: 4 },
    { length: 6080, frames: 11, seed: 8, crc: "24B", firstFrame: 1 },
  ] as const)("equals the reference: $frames × $length, CRC $crc", async ({ firstFrame, ...config }) => {
    expect(await generate(config, firstFrame)).toEqual(expected(config, firstFrame));
  });

  it("does so at all the lengths that end a word differently", async () => {
    for (const length of TURBO_LENGTHS.filter((_, i) => i % 15 === 4)) {
      const config = { length, frames: 3, seed: length, crc: "24A" } as const;
      expect(await generate(config, 9)).toEqual(expected(config, 9));
    }
  });

  it("does not depend on the page", async () => {
    const config = { length: 512, frames: 40, seed: 7, crc: "24A" } as const;
    const [many, one] = [await generate(config, 100), await generate({ ...config, frames: 1 }, 133)];
    expect(many.subarray(33 * 16, 34 * 16)).toEqual(one);
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ length: 24, crc: "24A" }, "length must be 25 to 32768 with a CRC, got 24"],
    [{ length: 32769, crc: "24B" }, "length must be 25 to 32768 with a CRC, got 32769"],
    [{ frames: 0 }, "frames must be a positive integer, got 0"],
    [{ seed: 0.5 }, "seed must be a whole number from 0 to 2^32 − 1, got 0.5"],
    [{ crc: "16" }, 'crc must be "none", "24A" or "24B", got "16"'],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const config = { length: 40, frames: 1, seed: 1, crc: "none", ...change } as RandomBitsConfig;
    await expect(createRandomBits(device, config)).rejects.toThrow(`random/bits: ${message}`);
  });

  it("refuses a first frame that is no u32", async () => {
    const plan = await createRandomBits(await testDevice(), { length: 40, frames: 1, seed: 1, crc: "none" });
    expect(() => plan.setFirstFrame(-1)).toThrow("random/bits: firstFrame must be a whole number from 0 to 2^32 − 1");
  });
});
