/** A value that a lab computes from a scenario. */
export type OutputValue =
  /** Computed in float64, or a count that is the same on every device. */
  | { kind: "number"; value: number }
  /** Counted, with its 95 % confidence interval. `units` are independent: packets, codewords. */
  | { kind: "rate"; value: number; low: number; high: number; units: number }
  /** A name, for example of the equalizer with the fewest errors. */
  | { kind: "name"; value: string }
  | { kind: "curve"; x: readonly number[]; y: readonly number[] };

/** What a list of outputs says about one. */
export interface OutputFacts {
  /** Its name, for example "ber.mmse". */
  name: string;
  title: string;
  /** Empty for plain numbers. */
  unit: string;
  kind: OutputValue["kind"];
  /** It compares the scenario with the reference of a check. */
  compares?: boolean;
}

/**
 * Computes an output from a scenario.
 *
 * @param scenario An address without its "#": "turbo?length=512&at=1".
 * @param reference Another scenario of the lab, for outputs that compare two.
 * @throws RangeError for an unknown lab or output, and for a wrong scenario.
 */
export type Evaluate = (scenario: string, output: string, reference?: string) => Promise<OutputValue>;
