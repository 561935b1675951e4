import type { Plan } from "../../gpu/timing.ts";
import { createCma } from "./cma.ts";
import { createFde1 } from "./fde1.ts";
import { createFde2 } from "./fde2.ts";
import { createMmse } from "./mmse.ts";
import type { EqualizerName, EqualizerOptions } from "./names.ts";
import { createNone } from "./none.ts";
import { createZeroForcing } from "./zf.ts";
import type { ReceiverBuffers } from "../buffers.ts";

/** The receiver's data for its equalizers; each uses what it needs. */
export interface EqualizerInputs extends Omit<ReceiverBuffers, "samples" | "frequency"> {
  /** Taps of the MMSE equalizer, vec2f [slot][186]: CMA's initial taps, unless it starts blind. */
  mmseTaps?: GPUBuffer;
  options: EqualizerOptions;
}

export interface Equalizer extends Plan {
  /** vec2f [slot][186], for equalizers of kind "taps". */
  readonly taps?: GPUBuffer;
  /** The packets after equalizer and detection filter, one sample per bit, vec2f [slot][6336], for equalizers of kind "matched". */
  readonly matched?: GPUBuffer;
  /** CMA's cost before each pass's update, f32 [pass][slot]. */
  readonly cost?: GPUBuffer;
  /** CMA's step length. Takes effect for later submissions. */
  setStep?(step: number): void;
}

export interface EqualizerEntry {
  title: string;
  /** Its result: a filter per packet, or the filtered packets. */
  kind: "taps" | "matched";
  create(device: GPUDevice, inputs: EqualizerInputs): Promise<Equalizer>;
}

/** The equalizers, by their names in a scenario. MMSE comes before CMA, which needs its taps. */
export const equalizers: Readonly<Record<EqualizerName, EqualizerEntry>> = {
  none: { title: "No equalizer", kind: "taps", create: createNone },
  zf: { title: "Zero forcing", kind: "taps", create: createZeroForcing },
  mmse: {
    title: "MMSE",
    kind: "taps",
    create: (device, { options: { noiseFactor }, ...inputs }) =>
      createMmse(device, { ...inputs, ridge: 2 * noiseFactor }),
  },
  cma: { title: "CMA", kind: "taps", create: createCmaFrom },
  fde1: {
    title: "FDE 1",
    kind: "matched",
    create: (device, { options: { noiseFactor }, ...inputs }) => createFde1(device, { ...inputs, noiseFactor }),
  },
  fde2: {
    title: "FDE 2",
    kind: "matched",
    create: (device, { options: { fdeWeighting: weighting, fde2NoiseFactor: noiseFactor }, ...inputs }) =>
      createFde2(device, { ...inputs, weighting, noiseFactor }),
  },
};

async function createCmaFrom(device: GPUDevice, { mmseTaps, options, ...inputs }: EqualizerInputs): Promise<Equalizer> {
  const { cmaPasses: passes, cmaStep: step, cmaStart } = options;
  if (cmaStart === "mmse" && !mmseTaps) {
    throw new TypeError("equalizer/cma: mmseTaps must be given to start from MMSE, got undefined");
  }
  return createCma(device, { ...inputs, initial: cmaStart === "mmse" ? mmseTaps : undefined, step, passes });
}
