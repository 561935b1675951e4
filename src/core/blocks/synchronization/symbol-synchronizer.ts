import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { isPair, listField } from "../list-field.ts";
import { inAndOut, SAMPLE_TYPE } from "../definition.ts";

/** Most taps of a phase of the matched filter. */
const MOST_TAPS = 2048;

/** The matched filter as one filter per phase. */
export interface MatchedFilter {
  phases: number;
  /** Taps per phase. */
  length: number;
  /** Tap k of phase p at k·phases + p: the filter, with zeros at its end. */
  taps: Float64Array;
  /**
   * The filter before the timing: phase 0, then twice its autocorrelation times cos(2πn/T). The autocorrelation is around
   * sample `length` − 1, so the timing is this much later than the filter's output. What passes is symmetric around half
   * the symbol rate, so the squares have a line without noise of the symbols themselves (Franks and Bubrouski, 1974).
   */
  timing: Float64Array;
}

/**
 * Returns the matched filter, or undefined without taps.
 *
 * @throws RangeError for complex taps, and for too many.
 */
export function matchedFilter({
  taps: listed,
  phases,
  samplesPerSymbol,
}: SymbolSynchronizer): MatchedFilter | undefined {
  if (listed.length === 0) return undefined;
  const length = Math.ceil(listed.length / phases);
  if (length > MOST_TAPS) {
    throw new RangeError(
      `The matched filter has ${length} taps per phase, more than ${MOST_TAPS}. Give fewer taps, or more phases.`,
    );
  }
  const taps = new Float64Array(length * phases);
  for (const [i, tap] of listed.entries()) {
    if (isPair(tap) && tap[1] !== 0) {
      throw new RangeError(`The matched filter must have real taps, but tap ${i} is ${JSON.stringify(tap)}.`);
    }
    taps[i] = isPair(tap) ? tap[0] : tap;
  }
  return {
    phases,
    length,
    taps,
    timing: timingFilter(
      taps.filter((_, i) => i % phases === 0),
      samplesPerSymbol,
    ),
  };
}

function timingFilter(h: Float64Array, samplesPerSymbol: number): Float64Array {
  const edges = new Float64Array(2 * h.length - 1);
  for (const [i, a] of h.entries()) for (const [k, b] of h.entries()) edges[h.length - 1 + i - k] += a * b;
  const timing = new Float64Array(3 * h.length - 2);
  for (const [n, value] of edges.entries()) {
    const edge = 2 * value * Math.cos((2 * Math.PI * (n - h.length + 1)) / samplesPerSymbol);
    for (const [k, tap] of h.entries()) timing[n + k] += edge * tap;
  }
  return timing;
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

const fields = {
  type: SAMPLE_TYPE,
  samplesPerSymbol: field.number("Samples per symbol", "The nominal number T, which need not be whole.", {
    default: 4,
    min: 2.5,
    max: 64,
    step: 1,
  }),
  bandwidth: field.number("Bandwidth", "Bandwidth of the equivalent loop: the window holds 1/bandwidth symbols.", {
    default: 0.0157,
    unit: "rad/symbol",
    min: 0.002,
    max: 0.5,
    step: 0.005,
  }),
  taps: listField(
    "Matched filter",
    "Real taps at this many phases times the sample rate, as JSON. Empty: the input is filtered already.",
    [],
    0,
  ),
  phases: field.whole(
    "Phases",
    "Of the matched filter: a symbol's instant is rounded to a sample divided by this number.",
    { default: 32, min: 1, max: 1024 },
  ),
};

export type SymbolSynchronizer = ValuesOf<typeof fields>;

export const symbolSynchronizer = defineBlock({
  title: "Symbol synchronizer",
  category: "synchronization",
  summary: "Finds the symbols in a linearly modulated signal, and gives one sample per symbol.",
  formula:
    "symbols at the instants t where u(t) is a whole number: u[n] = n/T + arg(Σ_{|k|≤W} |z[n+k]|²·e^{−j2π(n+k)/T})/2π, T samples per symbol, z = x; with a matched filter h, z = x ∗ h ∗ g, g[n] = 2·r[n]·cos(2πn/T), r the autocorrelation of h",
  help:
    "GNU Radio's symbol synchronizer is a loop that a GPU cannot run in parallel. " +
    "This block computes the timing forward, by Oerder and Meyr's line of the squared envelope over a sliding window, " +
    "and interpolates with eight samples. It follows clocks that are off by hundreds of ppm. It needs no detector and no " +
    "constellation. Use it after the matched filter, or give the filter's taps here: the nearest of its phases then " +
    "computes each symbol, and the timing comes from the edges of the band, with less jitter. A roll-off of 0.2 or more is needed: a smaller one leaves only a weak line. " +
    "The number of symbols per page varies, because the GPU decides it. Any block can follow; filters get whole pages of gathered symbols. " +
    "Numbers that are NaN or infinite count as zero.",
  keywords: [
    "digital_symbol_sync_xx",
    "clock recovery",
    "timing recovery",
    "Gardner",
    "Mueller and Müller",
    "Oerder Meyr",
  ],
  fields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./symbol-synchronizer.plan.ts")).createSymbolSynchronizer,
});
