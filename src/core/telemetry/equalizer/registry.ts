import type { Plan } from "../../gpu/timing.ts";
import type { Decided } from "../detection/decided.ts";
import { loopOf } from "../detection/loop.ts";
import { createCma } from "./cma.ts";
import { createDfe } from "./dfe.ts";
import { createFde1 } from "./fde1.ts";
import { createFde2 } from "./fde2.ts";
import { createLms } from "./lms.ts";
import { createMmse } from "./mmse.ts";
import type { EqualizerName, EqualizerOptions } from "./names.ts";
import { createNone } from "./none.ts";
import { createRls } from "./rls.ts";
import type { KeptSpectra } from "./spectra.ts";
import { createZeroForcing } from "./zf.ts";
import type { ReceiverBuffers } from "../buffers.ts";

/** The receiver's data for its equalizers; each uses what it needs. */
export interface EqualizerInputs extends Omit<ReceiverBuffers, "samples" | "frequency"> {
  /** Taps of the MMSE equalizer, vec2f [slot][186]: CMA's initial taps, unless it starts blind. */
  mmseTaps?: GPUBuffer;
  /** Packets behind the MMSE equalizer and half the detection filter at every sample, vec2f [slot][12702], for LMS and RLS. */
  mmseOutput?: GPUBuffer;
  /** The part of a buffer for the filtered packets of equalizers of kind "matched". Default: a new buffer. */
  matched?: GPUBufferBinding;
  options: EqualizerOptions;
}

export interface Equalizer extends Plan, Partial<Decided> {
  /** vec2f [slot][186], for equalizers of kind "taps". */
  readonly taps?: GPUBuffer;
  /** The packets after equalizer and detection filter, one sample per bit, vec2f [slot][6336], for equalizers of kind "matched". */
  readonly matched?: GPUBufferBinding;
  /** CMA's cost before each pass's update, f32 [pass][slot]. */
  readonly cost?: GPUBuffer;
  /** The spectra that CMA keeps. */
  readonly spectra?: KeptSpectra;
  /** Final taps behind MMSE of LMS and RLS, vec2f [tap][slot], and DFE's forward filter, vec2f [slot][32]. */
  readonly adapted?: GPUBuffer;
  readonly forward?: GPUBuffer;
  /** Sets the changeable options. Takes effect for later submissions. */
  setOptions?(options: EqualizerOptions): void;
}

export interface EqualizerEntry {
  title: string;
  /** Its result: a filter per packet, the filtered packets, or their bits with all that a detector gives. */
  kind: "taps" | "matched" | "decisions";
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
  lms: { title: "LMS", kind: "decisions", create: createLmsAfterMmse },
  rls: { title: "RLS", kind: "decisions", create: createRlsAfterMmse },
  dfe: { title: "DFE", kind: "decisions", create: createDfeFrom },
};

async function createCmaFrom(device: GPUDevice, { mmseTaps, options, ...inputs }: EqualizerInputs): Promise<Equalizer> {
  const { cmaPasses: passes, cmaStep: step, cmaStart } = options;
  if (cmaStart === "mmse" && !mmseTaps) {
    throw new TypeError("equalizer/cma: mmseTaps must be given to start from MMSE, got undefined");
  }
  const initial = cmaStart === "mmse" ? mmseTaps : undefined;
  const plan = await createCma(device, { ...inputs, initial, step, passes });
  return { ...plan, setOptions: ({ cmaStep }) => plan.setStep(cmaStep) };
}

async function createLmsAfterMmse(device: GPUDevice, inputs: EqualizerInputs): Promise<Equalizer> {
  const { lmsStep: step, loop } = inputs.options;
  const plan = await createLms(device, {
    slots: inputs.slots,
    filtered: outputOfMmse("lms", inputs),
    step,
    loop: loopOf(loop),
  });
  return {
    ...plan,
    setOptions(options) {
      plan.setStep(options.lmsStep);
      plan.setLoop(loopOf(options.loop));
    },
  };
}

async function createRlsAfterMmse(device: GPUDevice, inputs: EqualizerInputs): Promise<Equalizer> {
  const { slots, packets, options } = inputs;
  const { rlsForgetting: forgetting, loop } = options;
  const filtered = outputOfMmse("rls", inputs);
  const plan = await createRls(device, { slots, packets, filtered, forgetting, loop: loopOf(loop) });
  return {
    ...plan,
    setOptions(options) {
      plan.setForgetting(options.rlsForgetting);
      plan.setLoop(loopOf(options.loop));
    },
  };
}

async function createDfeFrom(device: GPUDevice, { options, ...inputs }: EqualizerInputs): Promise<Equalizer> {
  const { dfeBits: feedback, noiseFactor, loop } = options;
  const plan = await createDfe(device, { ...inputs, feedback, noiseFactor, loop: loopOf(loop) });
  return { ...plan, setOptions: (options) => plan.setLoop(loopOf(options.loop)) };
}

function outputOfMmse(name: string, { mmseOutput }: EqualizerInputs): GPUBuffer {
  if (mmseOutput) return mmseOutput;
  throw new TypeError(`equalizer/${name}: mmseOutput must be given to start from MMSE, got undefined`);
}
