import endingKernel from "#shaders/mimo/ending.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { checkedCount, rowsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

/** Which frames of an iterative receiver have ended. All zeros until the first run. */
export interface Ended {
  /** 1 for each ended frame, u32 [frame]. */
  readonly ended: GPUBuffer;
  /** 1 for each channel use of an ended frame, u32 [use]. */
  readonly skipped: GPUBuffer;
}

export interface EndingConfig extends Ended {
  frames: number;
  /** Channel uses, and codewords, per frame. */
  uses: number;
  codewords: number;
  /** 1 for each codeword that is verified, by its checks or by its CRC, else 0; u32 [codeword]. */
  holds: GPUBuffer;
  /** Iterations of the decoder, u32 [codeword]. The plan sets them to 0 for all codewords of ended frames. */
  iterations: GPUBuffer;
}

export interface Ending extends Plan {}

/**
 * Ends the frames of an iterative receiver whose codewords are all verified, between two outer iterations. Detector,
 * interleavers and decoder then leave these frames out.
 *
 * @throws RangeError when `frames`, `uses` or `codewords` is not a positive integer.
 */
export async function createEnding(device: GPUDevice, config: EndingConfig): Promise<Ending> {
  const label = "mimo/ending";
  const { holds, iterations, ended, skipped } = config;
  const frames = checkedCount(label, "frames", config.frames);
  const uses = checkedCount(label, "uses", config.uses);
  const codewords = checkedCount(label, "codewords", config.codewords);
  const { groups, ...shape } = rowsOf(device, uses, frames);
  const constants = { ...shape, USES: uses, CODEWORDS: codewords };
  return createStage(device, {
    label,
    wgsl: [endingKernel],
    constants,
    resources: { holds, ended, skipped, iterations, params: { frames } },
    groups,
  });
}
