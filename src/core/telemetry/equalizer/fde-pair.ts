import { WINDOW_LENGTH } from "../blocks.ts";
import { createFde, type Fde, type FdeInputs } from "./fde.ts";
import { fde1Weights } from "./fde1.ts";
import { fde2Weights } from "./fde2.ts";
import type { EqualizerOptions } from "./names.ts";

/**
 * FDE1 and FDE2 in one plan, which transforms the windows and the channels once for both.
 *
 * @param config `matched`: the parts of buffers for the results of FDE1 and FDE2. Default: new buffers.
 * @throws RangeError when `slots` is not a positive multiple of 8 or a noise factor is not a number ≥ 0.
 */
export function createFdePair(
  device: GPUDevice,
  config: FdeInputs & {
    matched?: readonly [GPUBufferBinding, GPUBufferBinding];
    options: Pick<EqualizerOptions, "noiseFactor" | "fde2NoiseFactor" | "fdeWeighting">;
  },
): Promise<Fde> {
  const { matched, options, ...inputs } = config;
  const { noiseFactor, fde2NoiseFactor, fdeWeighting } = options;
  return createFde(device, {
    ...inputs,
    label: "equalizer/fde-pair",
    sets: [
      { weights: fde1Weights(WINDOW_LENGTH, noiseFactor), matched: matched?.[0] },
      { weights: fde2Weights(fdeWeighting, WINDOW_LENGTH, fde2NoiseFactor), matched: matched?.[1] },
    ],
  });
}
