export const MOST_LDPC_ITERATIONS = 50;
/** The best factor to two digits at a frame error rate of 10^-2. */
export const FACTOR = 0.8;

/** Settings of the decoder. */
export interface LdpcDecoding {
  /** The rule of the check nodes: exact, or by the smallest magnitude. */
  algorithm: "sum-product" | "min-sum";
  /** Factor on min-sum's magnitudes, 0 to 1. Default 0.8. */
  factor?: number;
  /** Most iterations, of all layers each: 1 to 50. */
  iterations: number;
  /** The rule that stops the decoding of a frame before its last iteration; `checks`, the default: all checks hold for the hard decisions. */
  stop?: "none" | "checks";
  /** `layered`, the default: a layer's checks use the results of the layers before it. `flooding`: all checks use the results of the last iteration. */
  schedule?: "layered" | "flooding";
}
