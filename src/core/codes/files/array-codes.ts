import type { Gpu } from "../../gpu/device.ts";
import { checkKnownOptions } from "../../gpu/known-options.ts";
import { type ArrayDecoder, arrayDecoder, type ArrayEncoder, arrayEncoder } from "../array-coding.ts";
import type { Decoding, SoftOutput } from "../code.ts";
import { createDecoder, createEncoder } from "../factories.ts";
import { type CodeFamily, CODES, codeOf } from "../registry.ts";
import { codeNamed } from "./names.ts";

const ENCODER_OPTIONS = { code: true, frames: true } as const;
const DECODER_OPTIONS = { ...ENCODER_OPTIONS, decoding: true, soft: true } as const;
const DECODING_SETTINGS = {
  algorithm: true,
  iterations: true,
  scale: true,
  stop: true,
  crc: true,
  windows: true,
  schedule: true,
} as const;

/** Settings of the decoder have their own object. */
const inDecoding = (name: string) => (Object.hasOwn(DECODING_SETTINGS, name) ? ", which belongs in `decoding`" : "");

/** A code, and how many frames are coded together. */
export interface ArrayEncoderConfig {
  /**
   * The code's name: "lte-6144" (Turbo code of LTE), "wimax-2304-1/2" (LDPC code of IEEE 802.16e), "nr-ldpc:1152:2304" (5G NR, K:n),
   * "bcc-1024" (convolutional code of IEEE 802.11), "convolutional:5,7:1022" (generators in octal). The names of files are accepted, too:
   * "turbo:6144", "wimax-ldpc:2304:5/6", "convolutional:133,171:1024".
   */
  code: string;
  /** Frames that are coded together. Default 1. */
  frames?: number;
}

/** A code, and the settings of its decoder. */
export interface ArrayDecoderConfig extends ArrayEncoderConfig {
  /** Settings that differ from the usual ones of the code's family. */
  decoding?: Partial<Decoding>;
  /** LLRs in addition to the decisions. Default none. */
  soft?: SoftOutput;
}

/**
 * Creates an encoder of arrays for any code of the registry, on the GPU.
 *
 * @throws RangeError for an unknown code, with the known ones, for an unknown option, or when `frames` is not a positive integer.
 *
 * @example
 * ```ts
 * import { createEncoder } from "threeray/codes";
 * import { openGpu } from "threeray/gpu";
 *
 * const gpu = await openGpu();
 * const encoder = await createEncoder(gpu, { code: "wimax-576-1/2" });
 * const codeword = await encoder.encode(new Uint8Array(encoder.information));
 * console.log(encoder.information, codeword.length, Math.max(...codeword)); // 288 576 0
 * encoder.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayEncoder(gpu: Gpu, config: ArrayEncoderConfig): Promise<ArrayEncoder> {
  checkKnownOptions("codes: options", config, ENCODER_OPTIONS);
  const { code: name, frames = 1 } = config;
  const code = codeNamed(name);
  return arrayEncoder(gpu, { ...code, frames }, (bits) => createEncoder(gpu.device, { code, frames, bits }));
}

/**
 * Creates a decoder of arrays for any code of the registry, on the GPU: from LLRs to bits.
 *
 * @throws RangeError for an unknown code, with the known ones, for an unknown option or setting, when `frames` or a setting of the
 *   decoder is out of range, or when the code's family gives no such LLRs.
 *
 * @example
 * ```ts
 * import { createDecoder } from "threeray/codes";
 * import { openGpu } from "threeray/gpu";
 *
 * // The codeword of zeros: a positive LLR is a wrong sign. The decoder corrects ten of them.
 * const gpu = await openGpu();
 * const decoder = await createDecoder(gpu, { code: "wimax-576-1/2" });
 * const llr = Float32Array.from({ length: decoder.length }, (_, i) => (i % 58 === 0 ? 2 : -4));
 * const { bits } = await decoder.decode(llr);
 * console.log(bits.every((bit) => bit === 0)); // true
 * decoder.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayDecoder(gpu: Gpu, config: ArrayDecoderConfig): Promise<ArrayDecoder> {
  checkKnownOptions("codes: options", config, DECODER_OPTIONS, inDecoding);
  const { code: name, frames = 1, decoding = {}, soft } = config;
  checkKnownOptions("codes: decoding", decoding, DECODING_SETTINGS);
  const { family, code } = codeOf(codeNamed(name).name);
  const { usual, soft: kinds }: CodeFamily = CODES[family];
  const softBits = soft && kinds[soft] ? code[kinds[soft]] : 0;
  const rules = { ...usual(code), ...decoding };
  return arrayDecoder(gpu, { ...code, frames }, softBits, (llr) =>
    createDecoder(gpu.device, { code, frames, llr, decoding: rules, soft }),
  );
}
