import type { TunedWork } from "../gpu/tuned-work.ts";
import type { TunableName } from "./registry.ts";

/** Loads the work by which a kernel's workgroup sizes are compared, one line each. */
export const WORKS: Readonly<Record<TunableName, () => Promise<TunedWork>>> = {
  "flow/fused": async () => (await import("../flow/build/fused.tuning.ts")).fusedWork,
  "convolution/overlap-save": async () =>
    (await import("../convolution/overlap-save.tuning.ts")).overlapSaveConvolutionWork,
  "convolution/direct": async () => (await import("../convolution/direct.tuning.ts")).directConvolutionWork,
  "fft/workgroup": async () => (await import("../fft/workgroup.tuning.ts")).workgroupFftWork,
  "fir/direct": async () => (await import("../fir/direct.tuning.ts")).directFirWork,
  "fir/overlap-save": async () => (await import("../fir/overlap-save.tuning.ts")).overlapSaveFirWork,
  "resampling/polyphase": async () => (await import("../resampling/polyphase.tuning.ts")).polyphaseWork,
  "convolutional/decoder": async () => (await import("../codes/convolutional/decoder.tuning.ts")).viterbiWork,
  "turbo/decoder": async () => (await import("../codes/turbo/decoder.tuning.ts")).turboWork,
  "ldpc/decoder": async () => (await import("../codes/ldpc/decoder.tuning.ts")).ldpcWork,
  "mimo/trellis": async () => (await import("../mimo/trellis.tuning.ts")).trellisWork,
};
