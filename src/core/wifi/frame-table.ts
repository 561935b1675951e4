import type { Groups } from "../gpu/kernel.ts";
import { gridOf } from "../gpu/rows.ts";
import { WINDOWS_PER_GROUP } from "../codes/convolutional/table-decoder.ts";
import { type Format, FORMATS } from "./frame/formats.ts";
import { RATES, type Rate } from "./frame/rates.ts";

/** Results of a frame's reception; the table of frames holds the index. */
export const STATUSES = [
  "received",
  "no long training",
  "odd parity",
  "reserved rate",
  "no length",
  "cut off",
  "no room",
  "other standard",
  "no SIGNAL",
] as const;

export type Status = (typeof STATUSES)[number];

/** One line of the table of frames: struct Frame of lib/frame.wgsl. */
export interface FrameLine {
  start: number;
  /** Carrier frequency offset ω, rad per sample: sample n is turned back by e^{−jω(n − start)}, in training and data alike. */
  offset: number;
  /** E|noise|² per carrier. */
  noise: number;
  /** The samples' constant offset, subtracted before they are turned back. */
  dcReal: number;
  dcImaginary: number;
  status: Status;
  rate: Rate;
  /** Octets of the PSDU. */
  length: number;
  /** Symbols of data. */
  symbols: number;
  firstSymbol: number;
  firstWord: number;
  firstWindow: number;
  error: number;
  scrambler: number;
  intact: boolean;
  /** Samples from the start to the end that SIGNAL or HT-SIG gives; 0 if neither does. */
  claim: number;
  format: Format;
  /**
   * The words of the signal field that names another standard: 24 bits each of HT-SIG and VHT-SIG-A, 26 of HE-SIG-A. {@link CRC_HOLDS}
   * is set in the first one if the field's CRC holds.
   */
  field0: number;
  field1: number;
}

/** End and format in the entry of a known frame of 802.11a, g or p, without words of another signal field. */
export const NOTHING_FOLLOWS = { claim: 0, format: "non-HT", field0: 0, field1: 0 } as const;

/** The table of a page's frames on the GPU, with what the stages find out about its size. */
export interface FrameTable {
  /** struct Frame of lib/frame.wgsl, [frame], in the order of their starts. */
  frames: GPUBuffer;
  /** u32, at the places of {@link COUNTS}. */
  counts: GPUBuffer;
  dispatches: Dispatches;
}

/** Numbers of workgroups: one per frame, per 16 symbols of data, and per 64 windows. */
export interface Dispatches {
  frames: Groups;
  symbols: Groups;
  windows: Groups;
}

/** Places in `counts`: frames in the table, candidates without room, symbols of data, words of 32 decoded bits, windows. */
export const COUNTS = { frames: 0, dropped: 1, symbols: 2, words: 3, windows: 4 } as const;

/** Symbols of data per workgroup of the second dispatch. */
export const SYMBOLS_PER_GROUP = 16;

/** Returns the numbers of workgroups that a buffer holds, (x, y, z) each, in the order of {@link Dispatches}. */
export const dispatchesIn = (buffer: GPUBuffer): Dispatches => ({
  frames: { buffer, offset: 0 },
  symbols: { buffer, offset: 12 },
  windows: { buffer, offset: 24 },
});

/**
 * Returns numbers of workgroups that suffice for a table with up to this many frames, symbols and windows. They suit a
 * table that is nearly full: WebGPU checks a number in a buffer in an additional pass, and this check costs an H100's host
 * more time than most kernels take.
 */
export const dispatchesFor = (
  device: GPUDevice,
  { frames, symbols, windows }: Readonly<Record<keyof Dispatches, number>>,
): Dispatches => ({
  frames: gridOf(device, frames),
  symbols: gridOf(device, Math.ceil(symbols / SYMBOLS_PER_GROUP)),
  windows: gridOf(device, Math.ceil(windows / WINDOWS_PER_GROUP)),
});

/** Bytes per line of the table. */
export const FRAME_BYTES = 76;

/**
 * Returns the lines of a table of frames.
 *
 * @param table Bytes as the GPU wrote them.
 */
export function frameLines(table: ArrayBuffer, frames: number): FrameLine[] {
  return Array.from({ length: frames }, (_, f) => {
    const view = new DataView(table, f * FRAME_BYTES, FRAME_BYTES);
    const u32 = (place: number) => view.getUint32(4 * place, true);
    const f32 = (place: number) => view.getFloat32(4 * place, true);
    return {
      start: u32(0),
      offset: f32(1),
      noise: f32(2),
      dcReal: f32(3),
      dcImaginary: f32(4),
      status: STATUSES[u32(5)],
      rate: RATES[u32(6)],
      length: u32(7),
      symbols: u32(8),
      firstSymbol: u32(9),
      firstWord: u32(10),
      firstWindow: u32(11),
      error: f32(12),
      scrambler: u32(13),
      intact: u32(14) === 1,
      claim: u32(15),
      format: FORMATS[u32(16)],
      field0: u32(17),
      field1: u32(18),
    };
  });
}

/**
 * Returns a table of frames as the GPU reads it.
 *
 * @throws TypeError when a line's rate is not one of RATES.
 */
export function frameTable(lines: readonly FrameLine[]): ArrayBuffer {
  const table = new ArrayBuffer(Math.max(1, lines.length) * FRAME_BYTES);
  for (const [f, line] of lines.entries()) {
    const rate = RATES.indexOf(line.rate);
    if (rate < 0) throw new TypeError("wifi/frame-table: the rate must be one of RATES");
    const view = new DataView(table, f * FRAME_BYTES, FRAME_BYTES);
    const u32 = (place: number, value: number) => view.setUint32(4 * place, value, true);
    const f32 = (place: number, value: number) => view.setFloat32(4 * place, value, true);
    u32(0, line.start);
    f32(1, line.offset);
    f32(2, line.noise);
    f32(3, line.dcReal);
    f32(4, line.dcImaginary);
    u32(5, STATUSES.indexOf(line.status));
    u32(6, rate);
    u32(7, line.length);
    u32(8, line.symbols);
    u32(9, line.firstSymbol);
    u32(10, line.firstWord);
    u32(11, line.firstWindow);
    f32(12, line.error);
    u32(13, line.scrambler);
    u32(14, line.intact ? 1 : 0);
    u32(15, line.claim);
    u32(16, FORMATS.indexOf(line.format));
    u32(17, line.field0);
    u32(18, line.field1);
  }
  return table;
}

/** The start of a frame: its sample, and its first index in each list of all frames. */
type FramePlace = Pick<FrameLine, "start" | "firstSymbol" | "firstWord" | "firstWindow">;

/**
 * Returns a table of frames that differ only in their places. It copies one line: objects for thousands of lines take longer than
 * a page of a sweep.
 *
 * @param placeOf Returns the place of frame `f`.
 */
export function equalFrames(line: FrameLine, frames: number, placeOf: (f: number) => FramePlace): ArrayBuffer {
  const one = new Uint8Array(frameTable([line]));
  const table = new Uint8Array(frames * FRAME_BYTES);
  const view = new DataView(table.buffer);
  for (let f = 0; f < frames; f++) {
    const at = f * FRAME_BYTES;
    table.set(one, at);
    const { start, firstSymbol, firstWord, firstWindow } = placeOf(f);
    view.setUint32(at, start, true);
    view.setUint32(at + 4 * 9, firstSymbol, true);
    view.setUint32(at + 4 * 10, firstWord, true);
    view.setUint32(at + 4 * 11, firstWindow, true);
  }
  return table.buffer;
}
