import type { Gpu } from "../../gpu/device.ts";
import { type ArrayDecoder, arrayDecoder, type ArrayEncoder, arrayEncoder } from "../array-coding.ts";
import type { Decoding, SoftOutput } from "../code.ts";
import { createDecoder, createEncoder } from "../factories.ts";
import { type CodeFamily, CODES, codeOf } from "../registry.ts";
import { codeNamed } from "./names.ts";

const ENCODER_OPTIONS = ["code", "frames"];
const DECODER_OPTIONS = [...ENCODER_OPTIONS, "decoding", "soft"];
const DECODING_SETTINGS = [
  "algorithm",
  "iterations",
  "scale",
  "stop",
  "crc",
  "windows",
  "schedule",
] satisfies (keyof Decoding)[];

/** @throws RangeError for a name that would be ignored, for example `iterations` outside `decoding`. */
function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const belongs = what === "options" && (DECODING_SETTINGS as string[]).includes(unknown) && known.includes("decoding");
  throw new RangeError(
    `codes: ${what} must be some of ${known.join(", ")}; got ${JSON.stringify(unknown)}${belongs ? ", which belongs in `decoding`" : ""}`,
  );
}

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
  refuseUnknown("options", config, ENCODER_OPTIONS);
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
  refuseUnknown("options", config, DECODER_OPTIONS);
  const { code: name, frames = 1, decoding = {}, soft } = config;
  refuseUnknown("decoding", decoding, DECODING_SETTINGS);
  const { family, code } = codeOf(codeNamed(name).name);
  const { usual, soft: kinds }: CodeFamily = CODES[family];
  const softBits = soft && kinds[soft] ? code[kinds[soft]] : 0;
  const rules = { ...usual(code), ...decoding };
  return arrayDecoder(gpu, { ...code, frames }, softBits, (llr) =>
    createDecoder(gpu.device, { code, frames, llr, decoding: rules, soft }),
  );
}
