import type { GeneratorOptions } from "./generator/options.ts";

/** How the examples that the generator makes are made, by name. */
export const MADE_EXAMPLES = {
  "six-signals": {
    seed: 21,
    bursts: 6,
    classes: ["OFDM", "2-FSK", "QPSK", "chirp", "GMSK", "tone"],
    rate: 1e6,
    seconds: 0.15,
    snr: [15, 25],
  },
  "qpsk-burst": { seed: 4, bursts: 1, classes: ["QPSK"], rate: 1e6, seconds: 0.1, snr: [20, 20] },
  "fsk-burst": { seed: 9, bursts: 1, classes: ["2-FSK"], rate: 1e6, seconds: 0.1, snr: [20, 20] },
} satisfies Record<string, Partial<GeneratorOptions>>;
