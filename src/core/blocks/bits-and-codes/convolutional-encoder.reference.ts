import { coded, encodeConvolutional } from "../../codes/convolutional/encoder.float64.ts";
import { PUNCTURING } from "../../codes/convolutional/puncturing.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { Convolutional } from "./convolutional-encoder.ts";
import { byFrames } from "./frames.reference.ts";

export function convolutionalEncoderFloat64({ frame, rate }: Convolutional): Float64Block {
  const pattern = PUNCTURING[rate];
  const sent = (bits: readonly number[]) => bits.filter((_, place) => pattern[place % pattern.length]);
  if (frame > 0) return byFrames(frame, (bits) => sent(encodeConvolutional(bits)));
  let before = [0, 0, 0, 0, 0, 0];
  return byFrames(pattern.length / 2, (bits) =>
    sent(
      Array.from(bits).flatMap((bit) => {
        const pair = coded([bit, ...before]);
        before = [bit, ...before.slice(0, -1)];
        return pair;
      }),
    ),
  );
}
