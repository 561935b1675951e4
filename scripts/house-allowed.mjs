const REAL_FFT =
  "kept for blocks with real signals: the figures of spectra window, transform and square in one kernel, which is faster";

/**
 * What the rules of `units.mjs` allow, each with its reason. Entries without a reason are left from before the rule: these
 * lists only become shorter.
 */
export const ALLOWED = {
  /** Folders with more product files. */
  folders: {
    "src/cli": { most: 45 },
    "src/core/capture": { most: 43 },
  },

  /** Files in a cycle of imports. */
  cycles: {},

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
    Constant: "to do",
    Fft: "to do",
    FieldName: "to do",
    IirFilter: "to do",
    Window: "to do",
    add: "to do",
    constellation: "to do",
    createConjugate: "to do",
    createConvolutionalEncoder: "to do",
    createErrorCount: "to do",
    createFft: "to do",
    createLdpcDecoder: "to do",
    createLdpcEncoder: "to do",
    createMagnitude: "to do",
    createMixer: "to do",
    createOnePole: "to do",
    createRandomBits: "to do",
    createStereoDecoder: "to do",
    createTurboDecoder: "to do",
    createTurboEncoder: "to do",
    createViterbiDecoder: "to do",
    createWindow: "to do",
    fft: "to do",
    wifiReceiver: "to do",
  },
};
