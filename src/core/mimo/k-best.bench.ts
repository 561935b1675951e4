import { detectorCase, SHAPES } from "./channel-use.bench.ts";
import { detectKBest } from "./k-best.reference.ts";
import { createKBestDetector } from "./k-best.ts";

const LISTS = [
  { bitsPerSymbol: 2, candidates: 16, priors: false },
  { bitsPerSymbol: 4, candidates: 16, priors: false },
  { bitsPerSymbol: 4, candidates: 16, priors: true },
  { bitsPerSymbol: 6, candidates: 64, priors: false },
  { bitsPerSymbol: 6, candidates: 64, priors: true },
] as const;

export const cases = SHAPES.flatMap((shape) =>
  LISTS.map(({ bitsPerSymbol, candidates, priors }) =>
    detectorCase({
      ...shape,
      stem: "mimo/k-best",
      bitsPerSymbol,
      title: `K = ${candidates}${priors ? ", priors" : ""}`,
      priors,
      create: (device, config) => createKBestDetector(device, { ...config, candidates }),
      reference: (channel, received, noiseVariance, prior) =>
        detectKBest(channel, received, bitsPerSymbol, noiseVariance, { candidates, prior }).llr,
    }),
  ),
);
