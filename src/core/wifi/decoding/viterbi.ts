import wifiCodeword from "#shaders/wifi/lib/codeword.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import { overlapOf, WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import {
  createViterbiTableDecoder,
  type ViterbiTableDecoder,
  type ViterbiTableDecoderConfig,
} from "../../codes/convolutional/table-decoder.ts";
import { COUNTS, type FrameTable } from "../frame-table.ts";

export interface FrameDecoderConfig extends FrameTable, Pick<ViterbiTableDecoderConfig, "scratch"> {
  /** log p(1)/p(0) of the coded bits A and B, f32 [stage][2]; stage t of a frame is at 32 · firstWord + t. */
  llr: GPUBuffer;
  /** Most words of decoded bits, and most windows, of all frames. */
  words: number;
  windows: number;
  /** Words per window: the layout counts windows of this length. */
  windowWords?: number;
}

/**
 * Viterbi decoder of the data of all frames in a table. A frame's codeword ends with the tail; the pad bits after it are not decoded.
 *
 * @returns A plan whose `decisions` are SERVICE and PSDU of each frame, scrambled, from word firstWord on.
 * @throws RangeError when `words`, `windows` or `windowWords` is not a positive integer.
 */
export function createFrameDecoder(
  device: GPUDevice,
  { frames, counts, dispatches, llr, words, windows, windowWords = WINDOW_WORDS, scratch }: FrameDecoderConfig,
): Promise<ViterbiTableDecoder> {
  return createViterbiTableDecoder(device, {
    rows: frames,
    row: [wifiCodeword, wifiFrame],
    constants: {
      OVERLAP_HALF: overlapOf("1/2"),
      OVERLAP_TWO_THIRDS: overlapOf("2/3"),
      OVERLAP_THREE_QUARTERS: overlapOf("3/4"),
    },
    counts,
    places: { rows: COUNTS.frames, windows: COUNTS.windows },
    groups: dispatches.windows,
    llr,
    windows,
    windowWords,
    overlap: overlapOf("3/4"),
    words,
    scratch,
  });
}
