import { detectorCase, SHAPES } from "./channel-use.bench.ts";
import { detectMaxLog } from "./max-log.float64.ts";
import { createMaxLogDetector } from "./max-log.ts";

export const cases = SHAPES.flatMap((shape) =>
  ([2, 4, 6] as const)
    .filter((bitsPerSymbol) => shape.antennas * bitsPerSymbol <= 16)
    .map((bitsPerSymbol) =>
      detectorCase({
        ...shape,
        stem: "mimo/max-log",
        bitsPerSymbol,
        title: "exhaustive",
        create: createMaxLogDetector,
        reference: (channel, received, noiseVariance) => detectMaxLog(channel, received, bitsPerSymbol, noiseVariance),
      }),
    ),
);
