import type { Stage } from "../../gpu/timing.ts";
import { WINDOW_ORIGIN } from "../blocks.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

/** Half the detection filter, in samples. */
const REACH = (DETECTION_FILTER.length - 1) / 2;

/** The blocks of a packet's window for overlap-save with an equalizer and the detection filter behind it, centred. */
export interface SpectrumBlocks {
  /** Points of a block's transform. */
  readonly length: number;
  /** Point of a block that holds its first new sample behind both filters; even. */
  readonly overlap: number;
  /** New samples per block; even. */
  readonly hop: number;
  /** Blocks per packet. */
  readonly blocks: number;
  /** Index in the window of the first block's first point. */
  readonly first: number;
}

/** The spectra of a page's packets. */
export interface KeptSpectra extends SpectrumBlocks {
  /** vec2f [slot][block][length]; undefined for slots without a packet. */
  readonly buffer: GPUBuffer;
  /** Computes them apart from CMA, for a slow device, which runs one equalizer after the other. */
  readonly compute: Stage;
}

/** Returns the blocks for transforms of `length` points, a power of two from 512. */
export function spectrumBlocks(length: number): SpectrumBlocks {
  const overlap = EQUALIZER_TAPS - 1 + REACH;
  const hop = 2 * Math.floor((length - overlap - REACH) / 2);
  return { length, overlap, hop, blocks: Math.ceil(PACKET_SAMPLES / hop), first: WINDOW_ORIGIN + PRECURSORS - overlap };
}
