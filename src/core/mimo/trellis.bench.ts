import { detectorCase, SHAPES } from "./channel-use.bench.ts";
import { detectTrellis } from "./trellis.float64.ts";
import { createTrellisDetector } from "./trellis.ts";

/** Mbit/s of one Tesla C1060, 2 × 2 and 4 × 4: M. Wu, Rice 2010, ch. 4. */
const PUBLISHED = { 2: [822.6, 308.4], 4: [280.1, 122], 6: [43.9, 12.05] } as const;

/** The published batches, one that occupies the GPU, and one pass. */
const RUNS = [
  { frames: 8, passes: "multiple" },
  { frames: 64, passes: "multiple" },
  { frames: 8, passes: "one" },
] as const;

export const cases = SHAPES.flatMap((shape, i) =>
  ([2, 4, 6] as const).flatMap((bitsPerSymbol) =>
    RUNS.map(({ frames, passes }) =>
      detectorCase({
        ...shape,
        stem: "mimo/trellis",
        frames,
        bitsPerSymbol,
        title: passes === "one" ? "one pass" : "MTT",
        published: passes === "multiple" ? { mbits: PUBLISHED[bitsPerSymbol][i], on: "Tesla C1060" } : undefined,
        create: (device, config) => createTrellisDetector(device, { ...config, passes }),
        reference: (channel, received, noiseVariance) =>
          detectTrellis(channel, received, bitsPerSymbol, noiseVariance, { passes }).llr,
      }),
    ),
  ),
);
