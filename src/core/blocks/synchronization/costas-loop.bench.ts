import { noise } from "../../gpu/check.ts";
import { blockCase } from "../bench.testing.ts";

/** Points of QPSK at 0.001 turns per symbol, with noise. */
function turning(numbers: number): Float32Array<ArrayBuffer> {
  const values = noise(1, numbers);
  const x = new Float32Array(numbers);
  for (let n = 0; 2 * n < numbers; n++) {
    const point = Math.floor(2 * values[2 * n]) + 0.5;
    const phase = 2 * Math.PI * 0.001 * n + (Math.PI / 2) * point;
    x.set([Math.cos(phase) + 0.1 * values[2 * n + 1], Math.sin(phase)], 2 * n);
  }
  return x;
}

export const cases = [
  blockCase({
    name: "blocks/synchronization/costas-loop QPSK, 32 M complex",
    block: "costas-loop",
    input: turning,
    firings: 4096,
    jobs: 8192,
  }),
];
