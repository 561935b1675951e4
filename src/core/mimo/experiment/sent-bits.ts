import { wordsOf } from "../../gpu/rows.ts";

/** Returns a reader of bits, place by place, from frames of `perFrame` bits that begin with a new word each, LSB first. */
export function sentBitsOf(words: Uint32Array, perFrame: number): (place: number) => number {
  const stride = wordsOf(perFrame);
  return (place) => {
    const [frame, at] = [Math.floor(place / perFrame), place % perFrame];
    return (words[frame * stride + (at >> 5)] >>> (at & 31)) & 1;
  };
}
