import { ldpcCode } from "../../codes/ldpc/code.ts";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { decoderBlock, encoderBlock } from "./code-blocks.ts";
import { type LdpcDecoder, type LdpcEncoder, ldpcName } from "./ldpc.ts";

export const createLdpcEncoderBlock = (parameters: LdpcEncoder): PlanBlock =>
  encoderBlock(ldpcCode(ldpcName(parameters)));

export function createLdpcDecoderBlock({ factor, algorithm, iterations, stop, ...code }: LdpcDecoder): PlanBlock {
  return decoderBlock(ldpcCode(ldpcName(code)), { algorithm, scale: factor, iterations, stop });
}
