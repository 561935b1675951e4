/**
 * Channel codes on the GPU: Turbo codes of LTE, LDPC codes of IEEE 802.16e and 5G NR, convolutional codes; and CRCs.
 *
 * @module
 */
export {
  type ArrayTurboDecoderConfig,
  type ArrayTurboEncoderConfig,
  createArrayTurboDecoder as createTurboDecoder,
  createArrayTurboEncoder as createTurboEncoder,
} from "../core/codes/turbo/array-turbo.ts";
export {
  type ArrayDecoderConfig,
  type ArrayEncoderConfig,
  createArrayDecoder as createDecoder,
  createArrayEncoder as createEncoder,
} from "../core/codes/files/array-codes.ts";
export type { ArrayDecoder, ArrayEncoder, DecodedFrames, CodedSizes } from "../core/codes/array-coding.ts";
export { type Code, codeRate, type Decoding, type SoftOutput } from "../core/codes/code.ts";
export { codeOf, CODES } from "../core/codes/registry.ts";
export { crcBits, crcLength, type CrcName, type LinearCrcName } from "../core/codes/crc/crc.ts";
export { TURBO_LENGTHS } from "../core/codes/turbo/qpp.ts";
