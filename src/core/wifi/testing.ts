import { WINDOW_WORDS } from "../codes/convolutional/decoding.ts";
import { WINDOWS_PER_GROUP } from "../codes/convolutional/table-decoder.ts";
import { allocate } from "../gpu/pool.ts";
import { wordsOf } from "../gpu/rows.ts";
import { testRandom, upload } from "../gpu/testing.ts";
import { dataSymbols } from "./frame/data-field.ts";
import { FCS_OCTETS, fcsOf } from "./frame/fcs.ts";
import { RATES } from "./frame/rates.ts";
import { dispatchesIn, type FrameLine, frameTable, type FrameTable, NOTHING_FOLLOWS } from "./frame-table.ts";

/** A frame of a test's page. Members that are not given are neutral. */
export type TestFrame = Pick<FrameLine, "start"> &
  Partial<Pick<FrameLine, "offset" | "noise" | "dcReal" | "dcImaginary" | "status" | "rate" | "length">>;

const wordsOfLine = ({ symbols, rate }: Pick<FrameLine, "symbols" | "rate">) => wordsOf(symbols * rate.dataBits);

/** Returns the lines of a page's table with the places of each frame's symbols, words and windows. */
export function tableLines(frames: readonly TestFrame[]): FrameLine[] {
  let [firstSymbol, firstWord, firstWindow] = [0, 0, 0];
  return frames.map((frame) => {
    const { rate = RATES[0], length = 1, status = "received" } = frame;
    const symbols = status === "received" ? dataSymbols(length, rate) : 0;
    const places = { symbols, firstSymbol, firstWord, firstWindow };
    firstSymbol += symbols;
    firstWord += wordsOfLine({ symbols, rate });
    firstWindow += Math.ceil(wordsOfLine({ symbols, rate }) / WINDOW_WORDS);
    const neutral = { offset: 0, noise: 1, dcReal: 0, dcImaginary: 0 };
    const found = { error: 0, scrambler: 0, intact: false, ...NOTHING_FOLLOWS };
    return { ...neutral, ...frame, rate, length, status, ...places, ...found };
  });
}

/** Returns symbols, words and windows of all lines. */
export function totals(lines: readonly FrameLine[]): { symbols: number; words: number; windows: number } {
  const sum = (of: (line: FrameLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    symbols: sum(({ symbols }) => symbols),
    words: sum(wordsOfLine),
    windows: sum((line) => Math.ceil(wordsOfLine(line) / WINDOW_WORDS)),
  };
}

/** Returns the buffers of a table as the layout's kernels leave them. */
export function uploadTable(device: GPUDevice, lines: readonly FrameLine[]): FrameTable {
  const { symbols, words, windows } = totals(lines);
  const groups = [lines.length, Math.ceil(symbols / 16), Math.ceil(windows / WINDOWS_PER_GROUP)];
  const dispatches = allocate(device).indirect("dispatches", 12 * groups.length);
  device.queue.writeBuffer(dispatches, 0, Uint32Array.from(groups.flatMap((x) => [x, 1, 1])));
  return {
    frames: upload(device, new Uint8Array(frameTable(lines))),
    counts: upload(device, Uint32Array.of(lines.length, 0, symbols, words, windows)),
    dispatches: dispatchesIn(dispatches),
  };
}

/** Returns random octets that end with their frame check sequence where it has room. */
export function randomPsdu(seed: number, octets: number): Uint8Array<ArrayBuffer> {
  const random = testRandom(seed);
  const psdu = Uint8Array.from({ length: octets }, () => Math.floor(256 * random()));
  if (octets >= FCS_OCTETS) psdu.set(fcsOf(psdu.subarray(0, -FCS_OCTETS)), octets - FCS_OCTETS);
  return psdu;
}
