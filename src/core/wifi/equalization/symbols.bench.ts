import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { rateOf } from "../frame/rates.ts";
import { FFT_LENGTH, PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../frame/symbol.ts";
import { tableLines, totals, uploadTable } from "../testing.ts";
import { symbolAt } from "./symbols.float64.ts";
import { createReceivedSymbols } from "./symbols.ts";

/** Octets of a PSDU, and frames of a page that is full of them. */
export const OCTETS = 1458;
export const FRAMES = 4096;

/** A page of equal frames, one after the other. */
export function fullPage(mbps: number, frames: number) {
  const [one] = tableLines([{ start: 0, rate: rateOf(mbps), length: OCTETS }]);
  const period = PREAMBLE_SAMPLES + SYMBOL_SAMPLES * (1 + one.symbols);
  const table = Array.from({ length: frames }, (_, f) => ({ ...one, start: f * period, offset: 0.001 * (f % 7) }));
  return { lines: tableLines(table), period };
}

export const cases = [6, 54].map((mbps) => {
  const { symbols } = totals(fullPage(mbps, 1).lines);
  const jobs = mbps === 6 ? FRAMES / 4 : FRAMES;
  const { period } = fullPage(mbps, 1);
  return batchCase({
    name: `wifi/equalization/symbols ${jobs} × ${symbols} symbols`,
    bytes: jobs * 8 * symbols * (SYMBOL_SAMPLES + FFT_LENGTH),
    batch: { jobs, bytes: 8 * period },
    async prepare(device, memory, frames) {
      const { lines } = fullPage(mbps, frames);
      const values = noise(1, 2 * frames * period);
      const samples = memory.constant("samples", values);
      const plan = await createReceivedSymbols(device, { ...uploadTable(device, lines), ...totals(lines), samples });
      const expected = (f: number) =>
        lines.slice(f, f + 1).flatMap((line) => {
          const rounded = { ...line, offset: Math.fround(line.offset) };
          return Array.from({ length: symbols }, (_, s) => [...symbolAt(values, rounded, s)]).flat();
        });
      return { plan, check: { output: plan.carriers, row: 2 * FFT_LENGTH * symbols, width: 2, expected } };
    },
  });
});
