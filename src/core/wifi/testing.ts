import { allocate } from "../gpu/pool.ts";
import { wordsOf } from "../gpu/rows.ts";
import { upload } from "../gpu/testing.ts";
import { dataSymbols } from "./frame/data-field.ts";
import { RATES } from "./frame/rates.ts";
import { type FrameLine, frameTable } from "./frame-table.ts";

/** A frame of a test's page. Members that are not given are neutral. */
export type TestFrame = Pick<FrameLine, "start"> &
  Partial<Pick<FrameLine, "offset" | "noise" | "dcReal" | "dcImaginary" | "status" | "rate" | "length">>;

/** Returns the lines of a page's table with the places of each frame's symbols and words. */
export function tableLines(frames: readonly TestFrame[]): FrameLine[] {
  let [firstSymbol, firstWord] = [0, 0];
  return frames.map((frame) => {
    const { rate = RATES[0], length = 1, status = "received" } = frame;
    const symbols = status === "received" ? dataSymbols(length, rate) : 0;
    const places = { symbols, firstSymbol, firstWord, firstWindow: 0 };
    firstSymbol += symbols;
    firstWord += wordsOf(symbols * rate.dataBits);
    const neutral = { offset: 0, noise: 1, dcReal: 0, dcImaginary: 0 };
    return { ...neutral, ...frame, rate, length, status, ...places, error: 0, scrambler: 0, intact: false };
  });
}

/** Returns symbols and words of all lines. */
export function totals(lines: readonly FrameLine[]): { symbols: number; words: number } {
  const sum = (of: (line: FrameLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    symbols: sum(({ symbols }) => symbols),
    words: sum(({ symbols, rate }) => wordsOf(symbols * rate.dataBits)),
  };
}

/** Returns the buffers of a table as the layout's kernels leave them. */
export function uploadTable(device: GPUDevice, lines: readonly FrameLine[]) {
  const { symbols, words } = totals(lines);
  const groups = Uint32Array.of(lines.length, 1, 1, Math.ceil(symbols / 16), 1, 1);
  const dispatches = allocate(device).indirect("dispatches", groups.byteLength);
  device.queue.writeBuffer(dispatches, 0, groups);
  return {
    frames: upload(device, new Uint8Array(frameTable(lines))),
    counts: upload(device, Uint32Array.of(lines.length, 0, symbols, words, 0)),
    dispatches,
  };
}
