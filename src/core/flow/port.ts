/** The item types that flow between blocks, with their bytes on the GPU. */
export const PORTS = {
  /** float32. */
  real: { title: "real samples", bytes: 4 },
  /** Pairs of float32. */
  complex: { title: "complex samples", bytes: 8 },
  /** Complex points, one per symbol. */
  symbols: { title: "symbols", bytes: 8 },
  /** log p(1)/p(0), float32. */
  llrs: { title: "LLRs", bytes: 4 },
  /** 32 per word, LSB first. */
  bits: { title: "bits", bytes: 1 / 8 },
  /** Words: the length of a frame in bytes, then its bytes. */
  frames: { title: "frames", bytes: 4 },
} as const;

export type PortType = keyof typeof PORTS;
