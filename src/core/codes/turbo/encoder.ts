import encoderKernel from "#shaders/codes/turbo/encoder.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, rowsOf, wordsOf } from "../../gpu/rows.ts";
import type { Encoder, EncoderConfig } from "../code.ts";
import { frameOf } from "./frame.ts";
import { qppOf } from "./qpp.ts";

export interface TurboEncoderConfig extends Pick<EncoderConfig, "frames" | "bits"> {
  /** Information bits K per frame: one of the 188 lengths. */
  length: number;
}

/**
 * Rate-1/3 Turbo encoder of LTE: d0 d1 d2 of step 0, of step 1, …, then the 12 bits of the tail. Source: 3GPP TS 36.212, 5.1.3.2.
 *
 * @throws RangeError when `length` or `frames` is out of range.
 */
export async function createTurboEncoder(device: GPUDevice, config: TurboEncoderConfig): Promise<Encoder> {
  const label = "turbo/encoder";
  const { length, codedBits } = frameOf(label, config.length);
  const frames = checkedCount(label, "frames", config.frames);
  const { f1, f2 } = qppOf(length);
  const words = lanesOf(wordsOf(codedBits / 3));
  // A frame has one workgroup.
  const each = Math.ceil(words / device.limits.maxComputeInvocationsPerWorkgroup);
  const { groups, ...constants } = rowsOf(device, Math.ceil(words / each), frames);
  const memory = allocate(device);
  const code = memory.storage("coded bits", frames * wordsOf(codedBits) * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [encoderKernel, lengthConstants({ EACH: each })],
    constants,
    resources: { bits: config.bits, code, params: { frames, length, f1, f2 } },
    groups,
    memory,
  });
  return { ...stage, code };
}

/** Invocations for a number of words, a multiple of 8, so that similar lengths share a pipeline. */
const lanesOf = (words: number) => 8 * Math.ceil(words / 8);
