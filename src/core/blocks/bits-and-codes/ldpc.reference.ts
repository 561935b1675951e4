import { ldpcCode } from "../../codes/ldpc/code.ts";
import { decodeLdpcFrame } from "../../codes/ldpc/decoder.reference.ts";
import { encodeLdpc } from "../../codes/ldpc/encoder.reference.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import { byFrames } from "./frames.reference.ts";
import { type LdpcDecoder, type LdpcEncoder, ldpcName } from "./ldpc.ts";

export function ldpcEncoderFloat64(parameters: LdpcEncoder): Float64Block {
  const code = ldpcCode(ldpcName(parameters));
  return byFrames(code.information, (bits) => encodeLdpc(code, bits));
}

export function ldpcDecoderFloat64({ rate, length, ...decoding }: LdpcDecoder): Float64Block {
  const code = ldpcCode(ldpcName({ rate, length }));
  return byFrames(code.length, (llr) => decodeLdpcFrame(code, llr, decoding).bits);
}
