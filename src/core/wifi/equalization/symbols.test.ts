import { array, assert, asyncProperty, boolean, constantFrom, double, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { dataSymbols } from "../frame/data-field.ts";
import { RATES, rateOf } from "../frame/rates.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../frame/symbol.ts";
import { tableLines, type TestFrame, totals, uploadTable } from "../testing.ts";
import { symbolAt } from "./symbols.float64.ts";
import { createReceivedSymbols } from "./symbols.ts";

/** 60 kHz at 20 MS/s, in rad per sample. */
const MOST_OFFSET = Math.fround((2 * Math.PI * 60e3) / 20e6);

/** Returns the carriers of a page of frames, [symbol][64], with room for `more` symbols after the last one. */
async function carriersOf(samples: Float32Array<ArrayBuffer>, frames: readonly TestFrame[], more = 0) {
  const device = await testDevice();
  const lines = tableLines(frames);
  const symbols = Math.max(1, totals(lines).symbols + more);
  const plan = await createReceivedSymbols(device, {
    ...uploadTable(device, lines),
    samples: upload(device, samples),
    symbols,
  });
  poison(device, plan.carriers);
  await run(device, plan);
  const carriers = await readFloats(device, plan.carriers);
  plan.destroy();
  return { lines, carriers };
}

const symbol = (carriers: Float32Array, s: number) => carriers.subarray(128 * s, 128 * (s + 1));

describe("wifi/equalization/symbols", () => {
  it("equals the reference for any table", async () => {
    const frame = record({
      start: integer({ min: 0, max: 700 }),
      offset: double({ min: -MOST_OFFSET, max: MOST_OFFSET, noNaN: true }).map(Math.fround),
      dcReal: double({ min: -1, max: 1, noNaN: true }).map(Math.fround),
      dcImaginary: double({ min: -1, max: 1, noNaN: true }).map(Math.fround),
      rate: constantFrom(...RATES),
      length: integer({ min: 1, max: 40 }),
      refused: boolean(),
    });
    const any = asyncProperty(array(frame, { maxLength: 9 }), integer(), async (drawn, seed) => {
      const samples = Float32Array.from(testNormals(seed, 2 * 3000));
      const frames = drawn.map(({ refused, ...one }) => ({
        ...one,
        ...(refused && { status: "odd parity" as const }),
      }));
      const { lines, carriers } = await carriersOf(samples, frames, 3);
      for (const line of lines) {
        for (let s = 0; s < line.symbols; s++) {
          expect(errorDb(symbol(carriers, line.firstSymbol + s), symbolAt(samples, line, s))).toBeLessThan(-120);
        }
      }
      const { symbols } = totals(lines);
      expect(carriers.subarray(128 * symbols).every(Number.isNaN), "nothing is written after the last symbol").toBe(
        true,
      );
    });
    await assert(any, { numRuns: gpuRuns(10) });
  });

  it.each([MOST_OFFSET, -MOST_OFFSET, 0.0123456])(
    "keeps the phase over the longest frame: %d rad per sample",
    async (offset) => {
      const rate = rateOf(6);
      const symbols = dataSymbols(4095, rate);
      expect(symbols).toBe(1366);
      const frame = { start: 5, offset: Math.fround(offset), rate, length: 4095 };
      const length = 5 + PREAMBLE_SAMPLES + SYMBOL_SAMPLES * (1 + symbols);
      const samples = Float32Array.from(testNormals(1, 2 * length));
      const { carriers } = await carriersOf(samples, [frame]);
      for (const s of [0, 1, 700, 1364, 1365]) {
        expect(errorDb(symbol(carriers, s), symbolAt(samples, frame, s)), `symbol ${s}`).toBeLessThan(-125);
      }
    },
  );

  it("computes no symbols beyond its capacity", async () => {
    const samples = Float32Array.from(testNormals(2, 2 * 3000));
    const frames = [0, 100].map((start) => ({ start, rate: rateOf(54), length: 100 }));
    const { lines, carriers } = await carriersOf(samples, frames, -3);
    const last = totals(lines).symbols - 4;
    expect(errorDb(symbol(carriers, last), symbolAt(samples, lines[1], last - lines[1].firstSymbol))).toBeLessThan(
      -120,
    );
    expect(carriers.subarray(128 * (last + 1)).every(Number.isNaN)).toBe(true);
  });

  it("refuses a capacity of no symbols", async () => {
    const device = await testDevice();
    const config = { ...uploadTable(device, []), samples: upload(device, new Float32Array(64)), symbols: 0 };
    await expect(createReceivedSymbols(device, config)).rejects.toThrow(
      "wifi/equalization/symbols: symbols must be a positive integer, got 0",
    );
  });
});
