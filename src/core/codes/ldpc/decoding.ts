export const MOST_LDPC_ITERATIONS = 50;
/** The best factor to two digits at a frame error rate of 10^-2. */
export const FACTOR = 0.8;

/** How a codeword is decoded. */
export interface LdpcDecoding {
  /** Whether messages are joined exactly, or by the least magnitude. */
  algorithm: "sum-product" | "min-sum";
  /** Of min-sum's magnitudes, 0 to 1. Default 0.8. */
  factor?: number;
  /** Most iterations, of all 12 layers each: 1 to 50. */
  iterations: number;
  /** When a frame is done before its last iteration; `checks`, the default: all its checks hold for the hard decisions. */
  stop?: "none" | "checks";
}
