import encoderKernel from "#shaders/codes/convolutional/encoder.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, rowsOf, wordsOf } from "../../gpu/rows.ts";
import type { Encoder, EncoderConfig } from "../code.ts";
import { type Generators, STANDARD } from "./code.ts";
import { delayMask, codeMemory } from "./generators.ts";

export interface ConvolutionalEncoderConfig extends Pick<EncoderConfig, "frames" | "bits"> {
  /** Information bits K per frame, without the tail. */
  length: number;
  /** Default: 133 and 171 in octal. */
  generators?: Generators;
}

/** Most invocations along a frame in a workgroup; one of few sizes, so that lengths share a pipeline. */
const LANES = 32;

/**
 * Encoder of a feed-forward convolutional code of rate 1/2 with as many tail bits as it has memory: A B of step 0, of step 1, …, tail included.
 * Source: IEEE Std 802.11-2012, 18.3.5.6.
 *
 * @throws RangeError when `length` or `frames` is not a positive integer.
 */
export async function createConvolutionalEncoder(
  device: GPUDevice,
  config: ConvolutionalEncoderConfig,
): Promise<Encoder> {
  const label = "convolutional/encoder";
  const length = checkedCount(label, "length", config.length);
  const frames = checkedCount(label, "frames", config.frames);
  const { generators = STANDARD } = config;
  const tail = codeMemory(generators);
  const words = wordsOf(2 * (length + tail));
  const {
    groups: [, rows],
    ...constants
  } = rowsOf(device, LANES, frames);
  const memory = allocate(device);
  const code = memory.storage("coded bits", frames * words * 4);
  const columns = Math.ceil(words / 2 / LANES);
  const stage = await createStage(device, {
    label,
    wgsl: [encoderKernel],
    constants: { ...constants, A: delayMask(generators[0], tail), B: delayMask(generators[1], tail), TAIL: tail },
    resources: { bits: config.bits, code, params: { frames, length } },
    groups: [columns, rows],
    memory,
  });
  return { ...stage, code };
}
