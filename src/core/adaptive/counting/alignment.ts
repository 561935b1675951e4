import alignmentKernel from "#shaders/adaptive/counting/alignment.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";

/** Residual interference below which an eye counts as open: −10 dB. */
export const OPEN_EYE = 0.1;

export interface AlignmentConfig extends Pick<
  ReceivedBatch,
  "packets" | "samplesPerSymbol" | "taps" | "hasOwnTaps" | "tapCount"
> {
  /** w: complex f32, [N …][packet]. */
  finalTaps: GPUBuffer;
  forwardTaps: number;
  /** δ in samples. */
  delay: number;
  /** Turns of a circle that map the constellation onto itself. */
  turns: number;
}

export interface Alignment extends Plan {
  /** i32 [packet][2]: the output for symbol k follows symbol k + the first number, turned by the second number of turns. */
  readonly alignment: GPUBuffer;
  /** u32 [packet]: 1 if the residual interference is below `OPEN_EYE`. */
  readonly isOpen: GPUBuffer;
}

const GROUP = 64;

/** Creates the comparison of final taps with the channel that only the simulation knows. */
export async function createAlignment(device: GPUDevice, config: AlignmentConfig): Promise<Alignment> {
  const { packets, samplesPerSymbol, taps, hasOwnTaps, tapCount, finalTaps, forwardTaps, delay, turns } = config;
  const memory = allocate(device);
  const alignment = memory.storage("alignment", 8 * packets);
  const isOpen = memory.storage("open eyes", 4 * packets);
  const stage = await createStage(device, {
    label: "adaptive/alignment",
    wgsl: [alignmentKernel, complex, phasor],
    constants: {
      GROUP,
      SPS: samplesPerSymbol,
      FORWARD: forwardTaps,
      TAPS: tapCount,
      OWN: Number(hasOwnTaps),
      TURNS: turns,
    },
    resources: { finalTaps, taps, alignment, isOpen, params: { packets, delay, open: OPEN_EYE } },
    groups: [Math.ceil(packets / GROUP), 1],
    memory,
  });
  return { ...stage, alignment, isOpen };
}
