import { detectorCase, SHAPES } from "./channel-use.bench.ts";
import { detectLinear } from "./linear.reference.ts";
import { createLinearDetector } from "./linear.ts";

export const cases = SHAPES.flatMap((shape) =>
  ([2, 4, 6] as const).flatMap((bitsPerSymbol) =>
    (["zf", "mmse"] as const).map((criterion) =>
      detectorCase({
        ...shape,
        stem: "mimo/linear",
        bitsPerSymbol,
        title: criterion,
        create: (device, config) => createLinearDetector(device, { ...config, criterion }),
        reference: (channel, received, noiseVariance) =>
          detectLinear(channel, received, bitsPerSymbol, noiseVariance, criterion),
      }),
    ),
  ),
);
