import { CODES } from "../../codes/registry.ts";
import { frameOf } from "../../codes/turbo/frame.ts";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { decoderBlock, encoderBlock } from "./code-blocks.ts";
import { extrinsicScale, type TurboDecoder, type TurboEncoder } from "./turbo.ts";

/** @throws RangeError when LTE has no code of this length. */
function codeOf(label: string, length: number) {
  frameOf(label, length);
  return CODES.turbo.codes.find(({ information }) => information === length) as (typeof CODES.turbo.codes)[number];
}

export const createTurboEncoderBlock = ({ length }: TurboEncoder): PlanBlock =>
  encoderBlock(codeOf("turbo-encoder", length));

export function createTurboDecoderBlock({ length, ...rules }: TurboDecoder): PlanBlock {
  const code = codeOf("turbo-decoder", length);
  return decoderBlock(code, { ...CODES.turbo.usual(code), ...rules, scale: extrinsicScale(rules) });
}
