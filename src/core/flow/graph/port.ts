/** The item types that flow between blocks, with their bytes on the GPU. */
export const PORTS = {
  /** float32. */
  real: { title: "real samples", bytes: 4 },
  /** Pairs of float32: samples, or points of a constellation. */
  complex: { title: "complex samples", bytes: 8 },
  /** int32. */
  integer: { title: "integers", bytes: 4 },
  /** One per 32-bit word, 0 or 1. */
  bits: { title: "bits", bytes: 4 },
  /** log p(1)/p(0), float32. */
  llrs: { title: "LLRs", bytes: 4 },
  /** 32-bit words: for each frame its length in bytes, then its bytes, four per word, the first in the lowest bits. */
  frames: { title: "frames", bytes: 4 },
} as const;

export type PortType = keyof typeof PORTS;
