import { codedBits } from "../../codes/convolutional/code.ts";
import { overlapOf } from "../../codes/convolutional/decoding.ts";
import { puncturedOrder, PUNCTURING } from "../../codes/convolutional/puncturing.ts";
import { viterbi } from "../../codes/convolutional/viterbi.float64.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { ViterbiDecoding } from "./viterbi-decoder.ts";
import { byFrames } from "./frames.reference.ts";

/** Stages before a decision, in multiples of the overlap: survivors have merged long before. */
const MEMORY = 3;

export function viterbiDecoderFloat64({ frame, rate, step }: ViterbiDecoding): Float64Block {
  const pattern = PUNCTURING[rate];
  /** The LLRs of all coded bits: 0 for a bit that was not sent. */
  const spread = (llr: ArrayLike<number>, length: number) => {
    const all = new Float64Array(length);
    for (const [i, place] of puncturedOrder(length, pattern).entries()) all[place] = llr[i];
    return all;
  };
  if (frame > 0) {
    const coded = codedBits(frame);
    return byFrames(puncturedOrder(coded, pattern).length, (llr) =>
      viterbi(spread(llr, coded)).bits.subarray(0, frame),
    );
  }
  const overlap = overlapOf(rate);
  let before = new Float64Array(2 * MEMORY * overlap);
  const kept = pattern.filter(Boolean).length;
  const whole = byFrames(kept, (llr) => spread(llr, pattern.length));
  return (inputs, firings) => {
    const { out: llrs } = whole(inputs, firings);
    const levels = step > 0 ? llrs.map((llr) => Math.min(7, Math.max(-7, Math.round(llr / step)))) : llrs;
    const stretch = Float64Array.from([...before, ...levels]);
    before = stretch.slice(llrs.length);
    const { bits } = viterbi(stretch, { open: true });
    return { out: Float64Array.from(bits.subarray((MEMORY - 1) * overlap, bits.length - overlap)) };
  };
}
