import realOdd from "#shaders/fft/real-odd.wgsl?raw";

/** Returns the kernel of pairs of real signals of an odd length, and the overrides that follow from it. */
export function realOddKernel(length: number) {
  return { wgsl: realOdd, constants: { LENGTH: length, BINS: (length + 1) / 2 } };
}
