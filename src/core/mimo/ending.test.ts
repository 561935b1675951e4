import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import { createEnding } from "./ending.ts";

describe("mimo/ending", () => {
  it.each([
    [1, 1, 1],
    [37, 5, 3],
    [3, 700, 4],
  ])(
    "ends frames whose codewords are all verified: %i frames of %i uses and %i codewords",
    async (frames, uses, codewords) => {
      const device = await testDevice();
      const random = testRandom(frames);
      const holds = Uint32Array.from({ length: frames * codewords }, () => Number(random() < 0.7));
      const ran = holds.map((_, i) => 1 + (i % 9));
      const config = { frames, uses, codewords, holds: upload(device, holds), iterations: upload(device, ran) };
      const [ended, skipped] = [frames, frames * uses].map((count) => upload(device, new Uint32Array(count)));
      poison(device, ended);
      poison(device, skipped);
      const plan = await createEnding(device, { ...config, ended, skipped });
      await run(device, plan);
      const all = Array.from({ length: frames }, (_, f) => {
        return Number(holds.subarray(f * codewords, (f + 1) * codewords).every(Boolean));
      });
      expect([...(await readWords(device, ended, frames))]).toEqual(all);
      expect([...(await readWords(device, skipped, frames * uses))]).toEqual(
        all.flatMap((value) => Array(uses).fill(value)),
      );
      const expected = ran.map((count, i) => (all[Math.floor(i / codewords)] ? 0 : count));
      expect(await readWords(device, config.iterations, frames * codewords)).toEqual(expected);
      plan.destroy();
    },
  );

  it("refuses a frame without uses", async () => {
    const device = await testDevice();
    const [holds, iterations, ended, skipped] = [1, 1, 1, 1].map((count) => upload(device, new Uint32Array(count)));
    const config = { frames: 1, uses: 0, codewords: 1, holds, iterations, ended, skipped };
    await expect(createEnding(device, config)).rejects.toThrow("mimo/ending: uses must be a positive integer, got 0");
  });
});
