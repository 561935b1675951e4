import { describe, expect, it } from "vitest";
import { wordsOf } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { readBack } from "../../gpu/readback.ts";
import { dataFieldBits, scrambled } from "../frame/data-field.ts";
import { type Rate, RATES, rateOf } from "../frame/rates.ts";
import { annex } from "../frame/testing.ts";
import { FRAME_BYTES, frameLines, type Status } from "../frame-table.ts";
import { randomPsdu, tableLines, totals, uploadTable } from "../testing.ts";
import { checked } from "./check.float64.ts";
import { createFrameCheck } from "./check.ts";

interface Sent {
  rate: Rate;
  length: number;
  bits: Uint8Array;
  status?: Status;
}

const NOTHING = 0x7fc0dead;

function sent(psdu: Uint8Array, state: number, rate: Rate): Sent {
  return { rate, length: psdu.length, bits: scrambled(dataFieldBits(psdu, rate), psdu.length, state) };
}

/** Checks frames on the GPU, and compares everything with the reference. */
async function check(frames: readonly Sent[]) {
  const device = await testDevice();
  const lines = tableLines(frames.map(({ rate, length, status }, f) => ({ start: 100 * f, rate, length, status })));
  const { words } = totals(lines);
  const random = testRandom(words);
  // Words of noise surround and follow each frame's bits.
  const decisions = Uint32Array.from({ length: words + 1 }, () => Math.floor(2 ** 32 * random()));
  for (const [f, { bits, length, status }] of frames.entries()) {
    const end = status ? 0 : 16 + 8 * length;
    for (let k = 0; k < end; k++) {
      const at = lines[f].firstWord + (k >> 5);
      decisions[at] = (decisions[at] & ~(1 << (k & 31))) | (bits[k] << (k & 31));
    }
  }
  const table = uploadTable(device, lines);
  const plan = await createFrameCheck(device, { ...table, decisions: upload(device, decisions), words });
  poison(device, plan.psdu);
  await run(device, plan);
  const psdu = await readWords(device, plan.psdu, words);
  const [rows] = await readBack(device, [{ buffer: table.frames, size: FRAME_BYTES * frames.length }]);
  plan.destroy();
  const found = frameLines(rows, frames.length);
  for (const [f, { bits, length, status }] of frames.entries()) {
    const first = lines[f].firstWord;
    const expected = status ? { scrambler: 0, psdu: new Uint8Array(), intact: false } : checked(bits, length);
    const { scrambler, intact } = expected;
    expect(found[f], `frame ${f} of ${length} octets`).toEqual({ ...lines[f], scrambler, intact });
    const own = new Uint8Array(wordsOf(8 * expected.psdu.length) * 4);
    own.set(expected.psdu);
    expect(new Uint8Array(psdu.slice(first, first + own.length / 4).buffer), `frame ${f}`).toEqual(own);
    const rest = psdu.subarray(first + own.length / 4, lines[f + 1]?.firstWord ?? words);
    expect(rest.every((word) => word === NOTHING)).toBe(true);
  }
  return found;
}

describe("wifi/checking/check", () => {
  it("descrambles the annex's frame; its printed check sequence does not hold, the right one does", async () => {
    const right = Uint8Array.of(...annex.psdu.subarray(0, 96), 0x67, 0x33, 0x21, 0xb6);
    const frames = [annex.psdu, right].map((psdu) => sent(psdu, annex.scramblerState, rateOf(36)));
    expect(frames[0].bits.subarray(0, 144)).toEqual(annex.scrambledFirst144);
    const found = await check(frames);
    expect(found.map(({ scrambler, intact }) => ({ scrambler, intact }))).toEqual([
      { scrambler: annex.scramblerState, intact: false },
      { scrambler: annex.scramblerState, intact: true },
    ]);
  });

  it("recovers all 127 states of the scrambler, and frames of any length", async () => {
    const random = testRandom(1);
    const frames = Array.from({ length: 127 }, (_, i) => {
      const length = 4 + Math.floor(600 * random());
      return sent(randomPsdu(i, length), i + 1, RATES[i % 8]);
    });
    const found = await check(frames);
    expect(found.map(({ scrambler }) => scrambler)).toEqual(frames.map((_, i) => i + 1));
    expect(found.every(({ intact }) => intact)).toBe(true);
  });

  it("treats the shortest and the longest frames as the reference does", async () => {
    const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 252, 253, 254, 255, 256, 257, 258, 259, 260, 261, 4094, 4095];
    const found = await check(lengths.map((length, i) => sent(randomPsdu(i, length), 1 + i, RATES[7 - (i % 8)])));
    expect(found.map(({ intact }) => intact)).toEqual(lengths.map((length) => length >= 4));
  });

  it("sees any one wrong bit, and wrong bits that a checksum without inverted ends would miss", async () => {
    const random = testRandom(2);
    const frames = Array.from({ length: 100 }, (_, i) => {
      const frame = sent(randomPsdu(500 + i, 4 + Math.floor(120 * random())), 1 + i, RATES[i % 8]);
      frame.bits[16 + Math.floor(8 * frame.length * random())] ^= 1;
      return frame;
    });
    const zeros = sent(new Uint8Array(40), 5, rateOf(6));
    const ones = sent(new Uint8Array(40).fill(255), 5, rateOf(6));
    const found = await check([...frames, zeros, ones]);
    expect(found.some(({ intact }) => intact)).toBe(false);
  });

  it("leaves frames alone that have no data, and tells state 0 where the seven bits are 0", async () => {
    const psdu = randomPsdu(3, 50);
    const silent = { rate: rateOf(12), length: 50, bits: dataFieldBits(psdu, rateOf(12)) };
    const refused: Sent = { ...silent, status: "odd parity" };
    const found = await check([refused, silent, refused, sent(psdu, 9, rateOf(54)), refused]);
    expect(found.map(({ scrambler, intact }) => [scrambler, intact])).toEqual([
      [0, false],
      [0, true],
      [0, false],
      [9, true],
      [0, false],
    ]);
  });

  it("refuses no words", async () => {
    const device = await testDevice();
    const table = uploadTable(device, tableLines([{ start: 0 }]));
    const config = { ...table, decisions: upload(device, new Uint32Array(2)), words: 0 };
    await expect(createFrameCheck(device, config)).rejects.toThrow(
      "wifi/checking/check: words must be a positive integer, got 0",
    );
  });
});
