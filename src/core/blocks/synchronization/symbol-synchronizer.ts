import type { BlockType } from "../../flow/block-type.ts";

export interface SymbolSynchronizer {
  type: "complex" | "real";
  /** Nominal samples per symbol. */
  samplesPerSymbol: number;
  /** Equivalent loop bandwidth, rad per symbol. */
  bandwidth: number;
}

/** Largest half of a window, so that a page never keeps a GPU busy for long. */
const MOST_HALF_WINDOW = 2048;

/**
 * Returns the samples on each side of the averaged ones.
 *
 * @throws RangeError for a window that is too long.
 */
export function checkedHalfWindow({ samplesPerSymbol, bandwidth }: SymbolSynchronizer): number {
  const half = Math.max(Math.ceil(samplesPerSymbol), Math.round((0.5 * samplesPerSymbol) / bandwidth));
  if (half <= MOST_HALF_WINDOW) return half;
  const least = (0.5 * samplesPerSymbol) / MOST_HALF_WINDOW;
  throw new RangeError(
    `symbol-synchronizer: the bandwidth must be at least ${least.toPrecision(3)} for ${samplesPerSymbol} samples per symbol, got ${bandwidth}`,
  );
}

/** Symbols per sample as a 32-bit fraction. */
export const stepOf = ({ samplesPerSymbol }: SymbolSynchronizer) => Math.round(2 ** 32 / samplesPerSymbol);

export const symbolSynchronizer: BlockType<SymbolSynchronizer> = {
  title: "Symbol synchronizer",
  category: "synchronization",
  summary: "Finds the symbols in a linearly modulated signal, and gives one sample per symbol.",
  formula:
    "symbols at the instants t where u(t) is a whole number: u[n] = n/T + arg(Σ_{|k|≤W} |x[n+k]|²·e^{−j2π(n+k)/T})/2π, T samples per symbol",
  help:
    "GNU Radio's symbol synchronizer is a loop that a GPU cannot run in parallel. " +
    "This block computes the timing forward, by Oerder and Meyr's line of the squared envelope over a sliding window, " +
    "and interpolates with eight samples. It follows clocks that are off by hundreds of ppm. " +
    "Use it after the matched filter, with a roll-off of 0.2 or more: a smaller one leaves only a weak line. " +
    "The number of symbols per page varies, because the GPU decides it. Any block can follow; filters get whole pages of gathered symbols.",
  keywords: [
    "digital_symbol_sync_xx",
    "clock recovery",
    "timing recovery",
    "Gardner",
    "Mueller and Müller",
    "Oerder Meyr",
  ],
  fields: {
    type: {
      kind: "choice",
      change: "rebuild",
      label: "Type",
      choices: ["complex", "real"] satisfies SymbolSynchronizer["type"][],
      description: "The type of the samples.",
    },
    samplesPerSymbol: {
      kind: "number",
      change: "rebuild",
      label: "Samples per symbol",
      unit: "",
      min: 2.5,
      max: 64,
      step: 1,
      description: "The nominal number T, which need not be whole.",
    },
    bandwidth: {
      kind: "number",
      change: "rebuild",
      label: "Bandwidth",
      unit: "rad/symbol",
      min: 0.002,
      max: 0.5,
      step: 0.005,
      description: "Bandwidth of the equivalent loop: the window holds 1/bandwidth symbols.",
    },
  },
  defaults: { type: "complex", samplesPerSymbol: 4, bandwidth: 0.0157 },
  ports: ({ type }) => ({ inputs: [{ name: "in", type }], outputs: [{ name: "out", type }] }),
};
