/** A kernel whose workgroup size a device may choose. The results are the same bits for any size. */
export interface Tunable {
  title: string;
  /** Invocations per workgroup to choose from. A device leaves out those beyond its limits. */
  sizes: readonly number[];
}

/**
 * The tunable kernels by their labels, one line each. The most common ones come first, should the time not suffice. Their works are
 * in `works.ts`.
 */
export const TUNABLES = {
  "flow/fused": { title: "Blocks of one sample in graphs", sizes: [32, 64, 128, 256] },
  "convolution/overlap-save": { title: "Convolution, overlap-save", sizes: [16, 32, 64, 128] },
  "convolution/direct": { title: "Convolution in the time domain", sizes: [32, 64, 128, 256] },
  "fft/workgroup": { title: "FFT of short lengths", sizes: [32, 64, 128, 256] },
  "fir/direct": { title: "FIR filter in the time domain", sizes: [32, 64, 128, 256] },
  "fir/overlap-save": { title: "FIR filter, overlap-save", sizes: [16, 32, 64, 128] },
  "resampling/polyphase": { title: "Resampling, polyphase", sizes: [32, 64, 128, 256] },
  "convolutional/decoder": { title: "Viterbi decoder", sizes: [16, 32, 64, 128] },
  "turbo/decoder": { title: "Turbo decoder", sizes: [32, 64, 96, 128, 192] },
  "ldpc/decoder": { title: "LDPC decoder", sizes: [64, 96, 192, 256] },
  "mimo/trellis": { title: "MIMO detector, MTT", sizes: [16, 32, 64, 128] },
} as const satisfies Readonly<Record<string, Tunable>>;

export type TunableName = keyof typeof TUNABLES;
export const TUNABLE_NAMES = Object.keys(TUNABLES) as TunableName[];
