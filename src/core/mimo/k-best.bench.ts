import { detectorCase, SHAPES } from "./channel-use.bench.ts";
import { detectKBest } from "./k-best.reference.ts";
import { createKBestDetector } from "./k-best.ts";

const LISTS = [
  { bitsPerSymbol: 2, candidates: 16 },
  { bitsPerSymbol: 4, candidates: 16 },
  { bitsPerSymbol: 6, candidates: 64 },
] as const;

export const cases = SHAPES.flatMap((shape) =>
  LISTS.map(({ bitsPerSymbol, candidates }) =>
    detectorCase({
      ...shape,
      stem: "mimo/k-best",
      bitsPerSymbol,
      title: `K = ${candidates}`,
      create: (device, config) => createKBestDetector(device, { ...config, candidates }),
      reference: (channel, received, noiseVariance) =>
        detectKBest(channel, received, bitsPerSymbol, noiseVariance, { candidates }).llr,
    }),
  ),
);
