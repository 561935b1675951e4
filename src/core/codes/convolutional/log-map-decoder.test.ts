import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { unpack, wordsOf } from "../../gpu/rows.ts";
import { generatorCode } from "./generators.ts";
import { createLogMapDecoder, logMapBytes } from "./log-map-decoder.ts";
import { sumOfCodewords } from "./log-map-decoder.reference.ts";

/** All outputs for frames of LLRs. */
async function decode(name: string, values: Float32Array<ArrayBuffer>) {
  const device = await testDevice();
  const code = generatorCode(name);
  const { information, length } = code;
  const frames = values.length / length;
  const llr = upload(device, values);
  const plan = await createLogMapDecoder(device, { code, frames, llr, posterior: true, codeword: true });
  const [posterior, codeword] = [plan.posterior!, plan.codeword!];
  for (const output of [plan.decisions, posterior, codeword]) poison(device, output);
  await run(device, plan);
  const words = await readWords(device, plan.decisions, frames * wordsOf(information));
  const found = {
    bits: unpack(words, frames, information),
    posterior: await readFloats(device, posterior, frames * information),
    codeword: await readFloats(device, codeword, frames * length),
  };
  plan.destroy();
  return found;
}

describe("convolutional/log-map-decoder", () => {
  it.each([
    ["convolutional:5,7:7", 5],
    ["convolutional:7,6:1", 17],
    ["convolutional:133,171:5", 3],
    ["convolutional:561,753:4", 2],
  ])("sums the probabilities of all codewords: %s, %i frames", async (name, frames) => {
    const code = generatorCode(name);
    const { information, length } = code;
    const values = Float32Array.from(testNormals(4, frames * length), (value) => 3 * value);
    // Not received: no number counts as 0, infinity as 2^20.
    values[1] = Number.NaN;
    values[2] = 0;
    values[3] = -Infinity;
    const found = await decode(name, values);
    for (let frame = 0; frame < frames; frame++) {
      const own = Array.from(values.subarray(frame * length, (frame + 1) * length), (value) =>
        Number.isNaN(value) ? 0 : Math.max(-(2 ** 20), Math.min(2 ** 20, value)),
      );
      const expected = sumOfCodewords(own, code);
      const near = (value: number, right: number) => {
        // A bit that the code fixes has an infinite LLR. Float32 has 24 digits of the largest metric, 2^20 in frame 0.
        const wanted = Math.max(-1e6, Math.min(1e6, right));
        const size = Math.max(frame === 0 ? 2 ** 20 : 20, Math.abs(wanted));
        expect(Math.abs(value - wanted)).toBeLessThan(1e-5 * size);
      };
      for (const [i, right] of expected.coded.entries()) near(found.codeword[frame * length + i], right);
      for (const [i, right] of expected.information.entries()) {
        near(found.posterior[frame * information + i], right);
        if (frame > 0) expect(found.bits[frame * information + i]).toBe(Number(right > 0));
      }
    }
  });

  it("keeps the metrics of a block, and finds the same with blocks", async () => {
    // 64 states, 1006 steps: four blocks. The first bits do not depend on what is far away: a frame that ends early has them too.
    const [long, short] = [generatorCode("convolutional:133,171:1000"), generatorCode("convolutional:133,171:200")];
    expect(logMapBytes(generatorCode("convolutional:561,753:1022"))).toBeLessThan(100_000);
    const noise = testNormals(6, long.length);
    const values = (code: typeof long) => Float32Array.from({ length: code.length }, (_, i) => 4 * noise[i] - 8);
    const [whole, part] = [await decode(long.name, values(long)), await decode(short.name, values(short))];
    for (let i = 0; i < 100; i++) expect(whole.posterior[i]).toBeCloseTo(part.posterior[i], 3);
    // About one wrong bit in ten million at this Eb/N0 of 6 dB.
    expect(whole.bits.every((bit) => bit === 0)).toBe(true);
  });
});
