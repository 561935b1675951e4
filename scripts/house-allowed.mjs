const REAL_FFT =
  "kept for blocks with real signals: the figures of spectra window, transform and square in one kernel, which is faster";

/**
 * What the rules of `units.mjs` allow, each with its reason. An entry that is no longer needed is refused, so these lists
 * only become shorter.
 */
export const ALLOWED = {
  /** Folders with more product files. */
  folders: {},

  /** Units that only tests, benches and references reach. */
  units: {
    "shaders/fft/real-pairs.wgsl": REAL_FFT,
    "shaders/fft/real-workgroup.wgsl": REAL_FFT,
    "shaders/fft/real.wgsl": REAL_FFT,
    "src/core/fft/real-pairs.ts": REAL_FFT,
    "src/core/fft/real-workgroup.ts": REAL_FFT,
    "src/core/fft/real.ts": REAL_FFT,
  },

  /** Names that several files of the core export. */
  names: {
    add: "a block’s export has the name that graphs’ files use, and complex numbers are added",
    fft: "a block’s export has the name that graphs’ files use, and float64 code transforms",
  },
};
