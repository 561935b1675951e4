import type { Gpu } from "../../gpu/device.ts";
import { checkKnownOptions } from "../../gpu/known-options.ts";
import { type ArrayDecoder, arrayDecoder, type ArrayEncoder, arrayEncoder, type CodedSizes } from "../array-coding.ts";
import type { SoftOutput } from "../code.ts";
import type { LinearCrcName } from "../crc/crc.ts";
import { createTurboDecoder } from "./decoder.ts";
import { type TurboDecoding, type TurboStop, usualWindows } from "./decoding.ts";
import { createTurboEncoder } from "./encoder.ts";
import { frameOf } from "./frame.ts";

/** Sizes of a Turbo encoder. */
export interface ArrayTurboEncoderConfig {
  /** Information bits K per frame: one of the 188 lengths from 40 to 6144. */
  length: number;
  /** Frames that are coded together. Default 1. */
  frames?: number;
}

/** Sizes and settings of a Turbo decoder. */
export interface ArrayTurboDecoderConfig
  extends ArrayTurboEncoderConfig, Partial<Pick<TurboDecoding, "windows" | "algorithm" | "scale" | "iterations">> {
  /**
   * The rule that stops a frame before its last iteration: "sign", when both constituent decoders agree in all bits; "crc", when the
   * check in the last information bits holds. Default "none".
   */
  stop?: TurboStop["stop"];
  /** The check for a stop by it. */
  crc?: LinearCrcName;
  /** LLRs in addition to the decisions, [frame][K]. Default none. */
  soft?: SoftOutput;
}

const ENCODER_OPTIONS = { length: true, frames: true } as const;
const DECODER_OPTIONS = {
  ...ENCODER_OPTIONS,
  windows: true,
  algorithm: true,
  scale: true,
  iterations: true,
  stop: true,
  crc: true,
  soft: true,
} as const;

const sizesOf = ({ length, frames = 1 }: ArrayTurboEncoderConfig): CodedSizes => ({
  frames,
  information: length,
  length: frameOf("turbo", length).codedBits,
});

/**
 * LTE's Turbo encoder of rate 1/3 on the GPU: a codeword has d0 d1 d2 for each bit, then the 12 bits of the tail, n = 3K + 12.
 * Source: 3GPP TS 36.212, 5.1.3.2.
 *
 * @throws RangeError when `length` or `frames` is out of range.
 *
 * @example
 * ```ts
 * import { createTurboEncoder } from "threeray/codes";
 * import { openGpu } from "threeray/gpu";
 *
 * const gpu = await openGpu();
 * const encoder = await createTurboEncoder(gpu, { length: 40 });
 * const codeword = await encoder.encode(new Uint8Array(40));
 * console.log(codeword.length); // 132
 * encoder.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayTurboEncoder(gpu: Gpu, config: ArrayTurboEncoderConfig): Promise<ArrayEncoder> {
  checkKnownOptions("turbo: options", config, ENCODER_OPTIONS);
  const sizes = sizesOf(config);
  return arrayEncoder(gpu, sizes, (bits) => createTurboEncoder(gpu.device, { ...sizes, length: config.length, bits }));
}

/**
 * LTE's Turbo decoder on the GPU, from LLRs to bits. Default: 6 iterations of max-log with extrinsic LLRs scaled by 0.75, and
 * windows of at least 64 stages. Input: log p(1)/p(0) of d0 d1 d2 for each bit, then of the tail, n = 3K + 12.
 * Sources: 3GPP TS 36.212, 5.1.3; M. Wu, Rice 2010, ch. 5.
 *
 * @throws RangeError when `length`, `frames`, `windows`, `algorithm`, `scale`, `iterations`, `stop` or `crc` is out of range.
 *
 * @example
 * ```ts
 * import { createTurboDecoder } from "threeray/codes";
 * import { openGpu } from "threeray/gpu";
 *
 * const gpu = await openGpu();
 * const decoder = await createTurboDecoder(gpu, { length: 40, iterations: 4 });
 * // The codeword of zeros, with five wrong signs.
 * const llr = Float32Array.from({ length: decoder.length }, (_, i) => (i % 27 === 0 ? 1 : -2));
 * const { bits } = await decoder.decode(llr);
 * console.log(bits.every((bit) => bit === 0)); // true
 * decoder.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayTurboDecoder(gpu: Gpu, config: ArrayTurboDecoderConfig): Promise<ArrayDecoder> {
  checkKnownOptions("turbo: options", config, DECODER_OPTIONS);
  const {
    length,
    algorithm = "max-log",
    iterations = 6,
    windows = usualWindows(length),
    stop = "none",
    crc,
    soft,
  } = config;
  const scale = config.scale ?? (algorithm === "max-log" ? 0.75 : 1);
  const sizes = sizesOf(config);
  const rules = { length, algorithm, iterations, windows, scale, stop, crc } as TurboDecoding;
  return arrayDecoder(gpu, sizes, soft ? length : 0, (llr) =>
    createTurboDecoder(gpu.device, { ...rules, frames: sizes.frames, llr, soft }),
  );
}
