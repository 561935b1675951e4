import { usualWindows } from "../../codes/turbo/decoding.ts";
import { decodeTurboFrame } from "../../codes/turbo/decoder.float64.ts";
import { encodeTurbo } from "../../codes/turbo/encoder.reference.ts";
import { frameOf } from "../../codes/turbo/frame.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import { byFrames } from "./frames.reference.ts";
import { extrinsicScale, type TurboDecoder, type TurboEncoder } from "./turbo.ts";

export const turboEncoderFloat64 = ({ length }: TurboEncoder): Float64Block => byFrames(length, encodeTurbo);

export const turboDecoderFloat64 = ({ length, ...rules }: TurboDecoder): Float64Block =>
  byFrames(
    frameOf("turbo-decoder", length).codedBits,
    (llr) =>
      decodeTurboFrame(llr, { ...rules, scale: extrinsicScale(rules), length, windows: usualWindows(length) }).bits,
  );
