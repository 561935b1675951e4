import { fft } from "../../fft/fft.float64.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { dataSymbols } from "../frame/data-field.ts";
import { symbolCarriers } from "../frame/symbol.float64.ts";
import { fields, FRAMES, frames, OCTETS } from "./scrambling.bench.ts";
import { createTransmittedSymbols } from "./symbols.ts";

const [{ rate }] = frames;
export const SYMBOLS = dataSymbols(OCTETS, rate);

/** Symbols from their data points, complex [48] each, without guard intervals: complex [symbol][64]. */
export const periodsOf = (points: Float64Array, first: number) =>
  Float32Array.from(
    Array.from({ length: points.length / 96 }, (_, s) => [
      ...fft(symbolCarriers(points.subarray(96 * s, 96 * (s + 1)), first + s), true),
    ]).flat(),
  );

export const cases = [
  batchCase({
    name: `wifi/transmitter/symbols ${FRAMES} × ${SYMBOLS}`,
    bytes: FRAMES * (4 * wordsOf(fields[0].data.bits.length) + SYMBOLS * 64 * 8),
    batch: { jobs: FRAMES, group: fields.length, bytes: SYMBOLS * 64 * 8 },
    async prepare(device, memory, count) {
      const rows = pack(fields.map(({ data }) => data.bits));
      const bits = tiled(device, memory, "scrambled bits", rows, count / fields.length);
      const plan = await createTransmittedSymbols(device, { rate, symbols: SYMBOLS, frames: count, bits, first: 1 });
      const expected = (frame: number) => periodsOf(fields[frame % fields.length].data.points, 1);
      return { plan, check: { output: plan.periods, row: SYMBOLS * 128, width: 2, expected } };
    },
  }),
];
