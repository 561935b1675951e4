import { describe, expect, it } from "vitest";
import { decode } from "../../codes/convolutional/decoder.reference.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { readBack } from "../../gpu/readback.ts";
import { poison, readWords, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { createFrameCheck } from "../checking/check.ts";
import { depunctured } from "../frame/convolutional.float64.ts";
import { SERVICE_BITS, TAIL_BITS } from "../frame/data-field.ts";
import { frameFields } from "../frame/frame.float64.ts";
import { octetsOfBits } from "../frame/octets.ts";
import { type Rate, RATES, rateOf } from "../frame/rates.ts";
import { annex } from "../frame/testing.ts";
import { FRAME_BYTES, frameLines } from "../frame-table.ts";
import { randomPsdu, tableLines, totals, uploadTable } from "../testing.ts";
import { createFrameDecoder } from "./viterbi.ts";

interface Sent {
  rate: Rate;
  psdu: Uint8Array;
  scramblerState: number;
}

const infoBits = (octets: number) => SERVICE_BITS + 8 * octets;

/** Decodes and checks frames whose LLRs are ±4 for their coded bits plus noise. */
async function decodeFrames(frames: readonly Sent[], deviation: number) {
  const device = await testDevice();
  const lines = tableLines(frames.map(({ rate, psdu }, f) => ({ start: 1000 * f, rate, length: psdu.length })));
  const { words, windows } = totals(lines);
  const values = new Float32Array(64 * words);
  const llrs = frames.map((frame, f) => {
    const { coded } = frameFields(frame).data;
    const noise = testNormals(f + 1, coded.length);
    const llr = depunctured(
      Float64Array.from(coded, (bit, i) => Math.fround(8 * bit - 4 + deviation * noise[i])),
      frame.rate.codeRate,
    );
    values.set(llr, 64 * lines[f].firstWord);
    return llr;
  });
  const table = uploadTable(device, lines);
  const decoder = await createFrameDecoder(device, { ...table, llr: upload(device, values), words, windows });
  const check = await createFrameCheck(device, { ...table, decisions: decoder.decisions, words });
  poison(device, decoder.decisions);
  poison(device, check.psdu);
  await run(device, decoder, check);
  const decisions = await readWords(device, decoder.decisions, words);
  const psdu = await readWords(device, check.psdu, words);
  const [rows] = await readBack(device, [{ buffer: table.frames, size: FRAME_BYTES * frames.length }]);
  decoder.destroy();
  check.destroy();
  return frameLines(rows, frames.length).map((line, f) => {
    const { length, firstWord } = line;
    const octets = new Uint8Array(psdu.slice(firstWord, firstWord + wordsOf(8 * length)).buffer);
    const decided = decisions.slice(firstWord, firstWord + wordsOf(infoBits(length)));
    return { line, decided, psdu: octets.slice(0, length), llr: llrs[f] };
  });
}

describe("wifi/decoding/viterbi", () => {
  it("decodes and descrambles the annex's frame", async () => {
    const frame = { rate: rateOf(36), psdu: annex.psdu, scramblerState: annex.scramblerState };
    const [found] = await decodeFrames([frame], 0);
    expect(found.psdu).toEqual(annex.psdu);
    expect(found.line.scrambler).toBe(annex.scramblerState);
    expect(octetsOfBits(Array.from({ length: 144 }, (_, k) => (found.decided[k >> 5] >>> (k & 31)) & 1))).toEqual(
      octetsOfBits(annex.scrambledFirst144),
    );
  });

  it("decodes frames of all rates and lengths, whose pads do not end in state 0, and their check sequences hold", async () => {
    const random = testRandom(7);
    const lengths = [4, 5, 100, 4095, 1458, 127, 128, 129];
    const frames = Array.from({ length: 24 }, (_, i) => {
      const length = i < 8 ? lengths[i] : 4 + Math.floor(400 * random());
      return { rate: RATES[i % 8], psdu: randomPsdu(i, length), scramblerState: 1 + Math.floor(127 * random()) };
    });
    const found = await decodeFrames(frames, 1);
    for (const [f, { line, psdu }] of found.entries()) {
      expect(psdu, `frame ${f}`).toEqual(frames[f].psdu);
      expect(line).toMatchObject({ intact: true, scrambler: frames[f].scramblerState });
    }
  });

  it("equals float64 where frames are in error", async () => {
    const frames = RATES.map((rate, i) => ({ rate, psdu: randomPsdu(40 + i, 180), scramblerState: 1 + i }));
    // The noise puts the frames of the higher code rates in error.
    const found = await decodeFrames(frames, 4);
    let errors = 0;
    for (const [f, { line, llr, decided }] of found.entries()) {
      const { bits, margin } = decode(llr.subarray(0, 2 * (infoBits(180) + TAIL_BITS)));
      if (margin < 0.01) continue;
      expect(decided, `frame ${f}`).toEqual(pack([bits]));
      if (!line.intact) errors++;
    }
    expect(errors).toBeGreaterThan(2);
  });
});
