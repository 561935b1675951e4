import type { Slot } from "../../channel/tapped-delay-line.ts";
import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { allocate } from "../../gpu/pool.ts";
import { wordsOf } from "../../gpu/rows.ts";
import {
  dispatchesFor,
  equalFrames,
  FRAME_BYTES,
  type FrameLine,
  type FrameTable,
  NOTHING_FOLLOWS,
} from "../frame-table.ts";
import { dataSymbols } from "../frame/data-field.ts";
import type { Rate } from "../frame/rates.ts";

export interface KnownFramesConfig {
  rate: Rate;
  octets: number;
  /** Packets per page, one in each slot. */
  packets: number;
  slot: Slot;
  /** Carrier frequency offset, rad per sample. */
  offset: number;
}

/** Sizes of all frames of a page. */
export interface FrameSizes {
  symbols: number;
  /** Words of 32 decoded bits, and windows of the decoder. */
  words: number;
  windows: number;
}

export interface KnownFrames extends FrameTable {
  /** Sets E|noise|² per carrier of the lines. Takes effect for later submissions. */
  setNoise(noise: number): void;
  destroy(): void;
}

/** Returns the sizes of `packets` frames of one rate and length. */
export function equalFrameSizes({
  rate,
  octets,
  packets,
}: Pick<KnownFramesConfig, "rate" | "octets" | "packets">): FrameSizes {
  const symbols = dataSymbols(octets, rate);
  const words = wordsOf(symbols * rate.dataBits);
  return { symbols: packets * symbols, words: packets * words, windows: packets * Math.ceil(words / WINDOW_WORDS) };
}

/** Place of the noise in a line, bytes. */
const NOISE_AT = 8;

/** Creates the table of frames that a receiver would find in slots if it knew everything about the packets. */
export function createKnownFrames(device: GPUDevice, config: KnownFramesConfig): KnownFrames {
  const { rate, octets, packets, slot, offset } = config;
  const one = equalFrameSizes({ rate, octets, packets: 1 });
  const all = equalFrameSizes(config);
  const placeOf = (p: number) => ({
    start: p * slot.length + slot.lead,
    firstSymbol: p * one.symbols,
    firstWord: p * one.words,
    firstWindow: p * one.windows,
  });
  const line: FrameLine = {
    ...placeOf(0),
    rate,
    length: octets,
    offset,
    symbols: one.symbols,
    noise: 1,
    dcReal: 0,
    dcImaginary: 0,
    status: "received",
    error: 0,
    scrambler: 0,
    intact: false,
    ...NOTHING_FOLLOWS,
  };
  const table = new DataView(equalFrames(line, packets, placeOf));
  const memory = allocate(device);
  const counts = memory.constant("known counts", Uint32Array.of(packets, 0, all.symbols, all.words, all.windows));
  const frames = memory.constant("known frames", new Uint8Array(table.buffer));
  return {
    frames,
    counts,
    dispatches: dispatchesFor(device, { ...all, frames: packets }),
    setNoise(noise) {
      for (let p = 0; p < packets; p++) table.setFloat32(p * FRAME_BYTES + NOISE_AT, noise, true);
      device.queue.writeBuffer(frames, 0, table.buffer);
    },
    destroy: () => memory.release(),
  };
}
