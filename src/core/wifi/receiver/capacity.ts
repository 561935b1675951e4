import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { roomOf } from "../acquisition/acquisition.ts";
import type { SearchSpan } from "../acquisition/page.ts";
import { GAP } from "../acquisition/search.ts";
import type { Room } from "../layout/frames.ts";

/** Memory of a receiver for all frames of a page. */
export interface Capacity extends Room {
  /** Lines of the table. */
  frames: number;
  /** Windows of the decoder. */
  windows: number;
}

/** Returns room for all candidates of a page and for their data; see {@link roomOf}. */
export function capacityOf({ length, own }: Pick<SearchSpan, "length" | "own">, windowWords = WINDOW_WORDS): Capacity {
  const frames = Math.ceil(own / GAP) + 1;
  const room = roomOf(length);
  return { ...room, frames, windows: Math.ceil(room.words / windowWords) + frames };
}

/** Returns the bytes of a page's largest buffer: the LLRs of A and B. */
export const largestBuffer = (length: number) => 32 * 8 * roomOf(length).words;
