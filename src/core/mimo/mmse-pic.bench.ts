import { detectorCase, SHAPES } from "./channel-use.bench.ts";
import { createDetector } from "./factories.ts";
import { detectMmsePic } from "./mmse-pic.reference.ts";

export const cases = [...SHAPES, { antennas: 8, usesPerFrame: 4096 }].flatMap((shape) =>
  ([4, 6] as const).map((bitsPerSymbol) =>
    detectorCase({
      ...shape,
      stem: "mimo/mmse-pic",
      bitsPerSymbol,
      title: "priors",
      priors: true,
      create: createDetector["mmse-pic"],
      reference: (channel, received, noiseVariance, prior) =>
        detectMmsePic(channel, received, prior, bitsPerSymbol, noiseVariance),
    }),
  ),
);
