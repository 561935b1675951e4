import type { MimoExperiment } from "./experiment.ts";

/**
 * Four users with 16 antennas at the receiver. Sionna scales each user's channel to unit mean energy. Source: NVlabs/sionna, notebook "Introduction to Iterative Detection and Decoding", perfect CSI.
 */
export const SIONNA: Partial<MimoExperiment> = {
  antennas: 4,
  receiveAntennas: 16,
  qam: "16",
  channel: "block-rayleigh",
  powerControl: "on",
  detectors: ["mmse-pic"],
  candidates: 64,
  clip: 20,
  code: "nr-ldpc-2304-1/2",
  codewords: "per-stream",
  interleaver: "nr",
  decoder: "min-sum",
  schedule: "flooding",
  factor: 1,
  iterations: 12,
  seed: 7,
};
