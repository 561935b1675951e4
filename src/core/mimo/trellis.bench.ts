import { detectorCase, FRAMES, SHAPES } from "./channel-use.bench.ts";
import type { BitsPerSymbol } from "../constellation/constellation.ts";
import type { Sorting } from "./detector.ts";
import { createDetector } from "./factories.ts";
import { detectTrellis } from "./trellis.float64.ts";
import { createTrellisDetector } from "./trellis.ts";

/** Times that are printed for the batches of {@link SHAPES}, ms, by bits per symbol: M. Wu, Rice 2010, ch. 4. */
const PUBLISHED = { 2: [0.61, 1.62], 4: [3.57, 8.19], 6: [39.8, 124.52] } as const;

/** Returns the published time of `frames` frames; of others than the thesis has, in proportion. */
function publishedFor(frames: number, ms: number): { ms: number; on: string } {
  const on = "Tesla C1060";
  return frames === FRAMES ? { ms, on } : { ms: (frames / FRAMES) * ms, on: `${on}, scaled from ${FRAMES} frames` };
}

/** The published batches, one that occupies the GPU, and one pass. */
const RUNS = [
  { frames: 8, passes: "multiple" },
  { frames: 64, passes: "multiple" },
  { frames: 8, passes: "one" },
] as const;

const plain = SHAPES.flatMap((shape, i) =>
  ([2, 4, 6] as const).flatMap((bitsPerSymbol) =>
    RUNS.map(({ frames, passes }) =>
      detectorCase({
        ...shape,
        stem: "mimo/trellis",
        frames,
        bitsPerSymbol,
        title: passes === "one" ? "one pass" : "MTT",
        published: passes === "multiple" ? publishedFor(frames, PUBLISHED[bitsPerSymbol][i]) : undefined,
        create: (device, config) => createTrellisDetector(device, { ...config, passes }),
        reference: (channel, received, noiseVariance) =>
          detectTrellis(channel, received, bitsPerSymbol, noiseVariance, { passes }).llr,
      }),
    ),
  ),
);

/** With several antenna orders, sorted and with priors, 4 × 4. */
const METHODS: [BitsPerSymbol, string, { orders?: number; sorting?: Sorting; priors?: boolean }][] = [
  [2, "MTT, 4 orders", { orders: 4 }],
  [4, "MTT, 4 orders", { orders: 4 }],
  [6, "MTT, 4 orders", { orders: 4 }],
  [4, "MTT, sorted", { sorting: "v-blast" }],
  [6, "MTT, sorted", { sorting: "v-blast" }],
  [4, "MTT, 2 sorted orders", { orders: 2, sorting: "v-blast" }],
  [4, "MTT, priors", { priors: true }],
  [4, "MTT, sorted, priors", { sorting: "v-blast", priors: true }],
  [4, "MTT, 4 orders, priors", { orders: 4, priors: true }],
];

const improved = METHODS.map(([bitsPerSymbol, title, { priors, ...sizes }]) =>
  detectorCase({
    ...SHAPES[1],
    stem: "mimo/trellis",
    frames: 64,
    bitsPerSymbol,
    title,
    priors,
    create: (device, config) => createDetector.mtt(device, { ...config, ...sizes }),
    reference: (channel, received, noiseVariance, prior) =>
      detectTrellis(channel, received, bitsPerSymbol, noiseVariance, { passes: "multiple", ...sizes, prior }).llr,
  }),
);

export const cases = [...plain, ...improved];
