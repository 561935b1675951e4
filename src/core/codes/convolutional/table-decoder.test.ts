import { describe, expect, it } from "vitest";
import { allocate } from "../../gpu/pool.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, testRandom, upload, withLimits } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { TAIL } from "./code.ts";
import { decode } from "./decoder.reference.ts";
import { overlapOf } from "./decoding.ts";
import type { PuncturedRate } from "./puncturing.ts";
import { createViterbiTableDecoder, WINDOWS_PER_GROUP } from "./table-decoder.ts";
import { codewordRow, received, TIE } from "./testing.ts";

interface Codeword {
  bits: number[];
  rate: PuncturedRate;
  esn0Db: number;
  /** Stages between this codeword's tail and the next codeword. */
  pad: number;
  /** False for a row whose codeword is not to be decoded. */
  skipped?: boolean;
}

const NOTHING = 0x7fc0dead;
const WINDOW_WORDS = 4;

/** Decodes a table of codewords; the words between them keep the poison. */
async function decodeTable(codewords: readonly Codeword[], device: GPUDevice) {
  const llrs: number[] = [];
  const rows: number[] = [];
  const frames: (Float32Array | undefined)[] = [];
  let windows = 0;
  for (const [i, { bits, rate, esn0Db, pad, skipped }] of codewords.entries()) {
    rows.push(llrs.length / 64, bits.length, overlapOf(rate), windows);
    frames.push(skipped ? undefined : received(bits, esn0Db, 300 + i, rate));
    if (skipped) continue;
    const words = wordsOf(bits.length + TAIL + pad);
    windows += Math.ceil(words / WINDOW_WORDS);
    // Strong LLRs of no codeword at all follow the tail.
    const random = testRandom(i);
    llrs.push(...(frames[i] as Float32Array));
    while (llrs.length % 64 || llrs.length / 64 < rows[4 * i] + words) llrs.push(200 * random() - 100);
  }
  const memory = allocate(device);
  const groups = Math.ceil(windows / WINDOWS_PER_GROUP);
  const dispatches = memory.indirect("groups", 12);
  device.queue.writeBuffer(dispatches, 0, Uint32Array.of(Math.ceil(groups / 2), 2, 1));
  const words = llrs.length / 64;
  const plan = await createViterbiTableDecoder(device, {
    rows: upload(device, Uint32Array.from(rows)),
    row: [codewordRow],
    counts: upload(device, Uint32Array.of(99, windows, codewords.length)),
    places: { rows: 2, windows: 1 },
    groups: { buffer: dispatches, offset: 0 },
    llr: upload(device, Float32Array.from(llrs)),
    windows: windows + 5,
    windowWords: WINDOW_WORDS,
    overlap: overlapOf("3/4"),
    words,
  });
  poison(device, plan.decisions);
  await run(device, plan);
  const decisions = await readWords(device, plan.decisions, words);
  plan.destroy();
  memory.release();
  return codewords.map(({ bits }, i) => {
    const [first, next] = [rows[4 * i], rows[4 * i + 4] ?? words];
    const end = frames[i] ? first + wordsOf(bits.length) : first;
    expect([...decisions.subarray(end, next)].every((word) => word === NOTHING)).toBe(true);
    return { llr: frames[i], decided: decisions.slice(first, end) };
  });
}

/** Compares all codewords whose metrics do not tie with the float64 decoder; returns how many those are. */
async function compare(codewords: readonly Codeword[], device: GPUDevice): Promise<number> {
  const decoded = await decodeTable(codewords, device);
  let compared = 0;
  for (const [i, { llr, decided }] of decoded.entries()) {
    if (!llr) continue;
    const { bits, margin } = decode(llr);
    if (margin < TIE) continue;
    expect(decided, `codeword ${i} of ${bits.length} bits, margin ${margin}`).toEqual(pack([bits]));
    compared++;
  }
  return compared;
}

/** Codewords of any length and rate; every fifth one is not to be decoded. */
function randomCodewords(seed: number, count: number, most: number): Codeword[] {
  const random = testRandom(seed);
  const any = (below: number) => Math.floor(below * random());
  return Array.from({ length: count }, (_, i) => {
    const rate = (["1/2", "2/3", "3/4"] as const)[any(3)];
    const [bits] = randomRows(1000 * seed + i, 1, 1 + any(most));
    return { bits, rate, esn0Db: 4 + 4 * random(), pad: any(216), skipped: any(5) === 0 };
  });
}

describe("convolutional/table-decoder", () => {
  it("equals float64 for codewords of any lengths and rates, before strong LLRs of no codeword", async () => {
    const codewords = randomCodewords(1, 40, 700);
    expect(await compare(codewords, await testDevice())).toBeGreaterThan(20);
  });

  it("decodes a table that begins and ends with rows that are not to be decoded", async () => {
    const [first, second, third] = randomCodewords(2, 3, 300);
    const edges = [
      { ...first, skipped: true },
      { ...second, skipped: true },
      { ...third, skipped: false, esn0Db: 12 },
      { ...first, skipped: true },
    ];
    expect(await compare(edges, await testDevice())).toBe(1);
  });

  it("decodes a codeword whose pad fills whole windows", async () => {
    const [bits] = randomRows(3, 1, 32 * WINDOW_WORDS);
    const codeword = { bits, rate: "1/2", esn0Db: 9, pad: 210 } as const;
    expect(await compare([codeword, codeword], await testDevice())).toBe(2);
  });

  it("decodes more windows than the memory for survivors holds at once", async () => {
    const codewords = randomCodewords(4, 60, 900);
    const small = withLimits(await testDevice(), { maxComputeWorkgroupsPerDimension: 2 });
    expect(await compare(codewords, small)).toBeGreaterThan(40);
  });

  it.each([
    [{ windows: 0 }, "windows must be a positive integer, got 0"],
    [{ words: 1.5 }, "words must be a positive integer, got 1.5"],
    [{ windowWords: -1 }, "windowWords must be a positive integer, got -1"],
    [{ overlap: 20 }, "overlap must be a positive multiple of 8, got 20"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const some = upload(device, new Uint32Array(4));
    const config = {
      rows: some,
      row: [codewordRow],
      counts: some,
      places: { rows: 0, windows: 1 },
      groups: { buffer: some, offset: 0 },
      llr: some,
      windows: 1,
      windowWords: 1,
      overlap: 144,
      words: 1,
      ...change,
    };
    await expect(createViterbiTableDecoder(device, config)).rejects.toThrow(`convolutional/table-decoder: ${message}`);
  });
});
