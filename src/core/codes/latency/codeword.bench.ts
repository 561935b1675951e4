import type { LatencyCase } from "../../gpu/bench.ts";
import type { Decoding } from "../code.ts";
import { openCodeword } from "./codeword.ts";

const six = { algorithm: "max-log", iterations: 6, scale: 0.75, stop: "none" } as const;
const layered = { algorithm: "sum-product", schedule: "layered", stop: "none" } as const;

/** At an Eb/N0 at which the code's frames are decoded. */
const codewords: readonly (readonly [name: string, code: string, ebn0Db: number, decoding: Decoding])[] = [
  ["turbo/latency one codeword of 6144 bits, max-log, 6 iterations", "lte-6144", 1.8, { ...six, windows: 192 }],
  ["ldpc/latency one codeword wimax-2304-1/2, 10 iterations", "wimax-2304-1/2", 1.8, { ...layered, iterations: 10 }],
  [
    "ldpc/latency one codeword nr-ldpc:8448:25344, 5 iterations",
    "nr-ldpc:8448:25344",
    3,
    { ...layered, iterations: 5 },
  ],
  [
    "ldpc/latency one codeword nr-ldpc:8448:25344, min-sum, 5 iterations",
    "nr-ldpc:8448:25344",
    3,
    { ...layered, algorithm: "min-sum", iterations: 5 },
  ],
];

export const latencies: LatencyCase[] = codewords.map(([name, code, ebn0Db, decoding]) => ({
  name,
  open: (gpu) => openCodeword(gpu, { code, decoding, ebn0Db, seed: 1 }),
}));
