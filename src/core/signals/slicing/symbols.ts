/** What carries symbols. */
export type Carrying = "amplitude" | "frequency" | "phase";

/** The symbols of a burst as they were decided, the first one first. */
export interface DecidedSymbols {
  of: Carrying;
  /** The middle of what decides each symbol, in samples. */
  at: Float64Array;
  /** What decides each symbol: its amplitude; its frequency from the carrier, Hz; or its complex point, interleaved. */
  values: Float64Array;
  /** The bits of each symbol. Where bits are changes, the first symbol has none. */
  bits: string[];
  /** Of the burst's own clock. */
  samplesPerSymbol: number;
  /** Standard deviation of the instants, in symbols. null: the symbols follow no clock. */
  timingSd: number | null;
}

/** Returns the mean distance of instants, or `known` of fewer than two. */
export const distanceOf = (at: Float64Array, known: number) =>
  at.length < 2 ? known : (at[at.length - 1] - at[0]) / (at.length - 1);

/** Returns the symbols [first, last). */
export function partOfSymbols(symbols: DecidedSymbols, first: number, last: number): DecidedSymbols {
  const each = symbols.of === "phase" ? 2 : 1;
  return {
    ...symbols,
    at: symbols.at.slice(first, last),
    values: symbols.values.slice(each * first, each * last),
    bits: symbols.bits.slice(first, last),
  };
}
