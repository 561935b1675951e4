import { describe, expect, it } from "vitest";
import { createFrameErrors } from "../../detection/frame-errors.ts";
import { readWords, run, testDevice } from "../../gpu/testing.ts";
import { createRandomBits } from "../../random/bits.ts";
import { createBinaryAwgn } from "../../channel/bi-awgn.ts";
import { ldpcCode } from "./code.ts";
import { createLdpcDecoder } from "./decoder.ts";
import type { LdpcDecoding } from "./decoding.ts";
import { createLdpcEncoder } from "./encoder.ts";

const code = ldpcCode("wimax-2304-1/2");
const EBN0_DB = 1.8;

/** Frames in error by each decoder, over BPSK and white noise. */
async function frameErrors(decoders: readonly LdpcDecoding[], frames: number, page: number): Promise<number[]> {
  const device = await testDevice();
  const size = { length: code.information, frames: page };
  const source = await createRandomBits(device, { ...size, seed: 2304 });
  const encoder = await createLdpcEncoder(device, { code, frames: page, bits: source.bits });
  const sent = { frames: page, sent: code.length, bits: encoder.code };
  const channel = await createBinaryAwgn(device, { ...sent, modulation: "bpsk", seed: 2304 });
  channel.setNoiseVariance(10 ** (-EBN0_DB / 10));
  const branches = await Promise.all(
    decoders.map(async (decoding) => {
      const decoder = await createLdpcDecoder(device, { ...decoding, code, frames: page, llr: channel.llr });
      const counter = await createFrameErrors(device, { ...size, bits: source.bits, decisions: decoder.decisions });
      return { decoder, counter };
    }),
  );
  const stages = branches.flatMap(({ decoder, counter }) => [decoder, counter]);
  const wrong = decoders.map(() => 0);
  for (let firstFrame = 0; firstFrame < frames; firstFrame += page) {
    source.setFirstFrame(firstFrame);
    channel.setFirstFrame(firstFrame);
    await run(device, source, encoder, channel, ...stages);
    for (const [i, { counter }] of branches.entries()) wrong[i] += (await readWords(device, counter.totals, 2))[1];
  }
  for (const plan of [source, encoder, channel, ...branches.flatMap(Object.values)]) plan.destroy();
  return wrong;
}

describe("ldpc, from bits to frame errors at 1.8 dB, layered sum-product", () => {
  const decoders = [10, 20].map((iterations) => ({ algorithm: "sum-product", iterations }) as const);

  it("loses few of 300 frames", async () => {
    const [ten, twenty] = await frameErrors(decoders, 300, 150);
    expect(ten).toBeLessThanOrEqual(6); // 2e-2
    expect(twenty).toBeLessThanOrEqual(1); // 6.4e-3 would be 1.9
  });

  const slow = process.env.THREERAY_SLOW ? it : it.skip;
  slow(
    "loses 7e-3 of the frames with 10 iterations, and 4e-4 with 20 (slow suite)",
    async () => {
      const frames = 20_000;
      const [ten, twenty] = await frameErrors(decoders, frames, 500);
      // Four standard deviations about the rates of 196,608 frames on an H100; the requirements are 2e-2 and 6.4e-3.
      expect(Math.abs(ten - 7.24e-3 * frames)).toBeLessThan(4 * Math.sqrt(7.24e-3 * frames));
      expect(Math.abs(twenty - 4.3e-4 * frames)).toBeLessThan(4 * Math.sqrt(4.3e-4 * frames));
    },
    1_800_000,
  );
});
