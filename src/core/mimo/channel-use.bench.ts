import { batchCase, type BenchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { pack } from "../gpu/rows.ts";
import { randomRows } from "../random/testing.ts";
import { channelUse } from "./channel-use.reference.ts";
import { createChannelUse } from "./channel-use.ts";
import type { BitsPerSymbol } from "../constellation/constellation.ts";
import type { Detector, DetectorConfig } from "./detector.ts";

/** Channel uses of a frame, in the batches of 8 frames of M. Wu, Rice 2010, ch. 4. */
export const SHAPES = [
  { antennas: 2, usesPerFrame: 16384 },
  { antennas: 4, usesPerFrame: 8192 },
] as const;
export const FRAMES = 8;

export const cases = SHAPES.map(({ antennas, usesPerFrame }) => {
  const config = { antennas, bitsPerSymbol: 4, usesPerFrame, fading: "rayleigh", seed: 1 } as const;
  const complexes = antennas * antennas + antennas;
  return batchCase({
    name: `mimo/channel-use ${FRAMES} × ${usesPerFrame}, ${antennas} × ${antennas}, 16-QAM`,
    bytes: FRAMES * usesPerFrame * (complexes * 8 + (antennas * 4) / 8),
    batch: { jobs: FRAMES, bytes: usesPerFrame * antennas ** 2 * 8 },
    async prepare(device, memory, frames) {
      const [row] = randomRows(1, 1, usesPerFrame * antennas * 4);
      const sent = tiled(device, memory, "sent bits", pack([row]), frames);
      const plan = await createChannelUse(device, { ...config, frames, sent });
      const expected = (frame: number) =>
        Array.from({ length: 100 }, (_, use) => [
          ...channelUse(row, frame, use, { ...config, noiseVariance: 1 }).received,
        ]).flat();
      return { plan, check: { output: plan.received, row: usesPerFrame * antennas * 2, width: 2, expected } };
    },
  });
});

/** Different uses; a batch repeats them. */
const TILE = 64;

/** Times a detector for a batch at an SNR of 20 dB. */
export function detectorCase({
  stem,
  antennas: M,
  usesPerFrame,
  frames = FRAMES,
  bitsPerSymbol: B,
  title,
  published,
  priors = false,
  create,
  reference,
}: {
  stem: string;
  antennas: number;
  usesPerFrame: number;
  frames?: number;
  bitsPerSymbol: BitsPerSymbol;
  title: string;
  published?: BenchCase["published"];
  /** Whether it gets moderate priors. */
  priors?: boolean;
  create(device: GPUDevice, config: DetectorConfig): Promise<Detector>;
  reference(
    channel: ArrayLike<number>,
    received: ArrayLike<number>,
    noiseVariance: number,
    prior: ArrayLike<number>,
  ): ArrayLike<number>;
}): BenchCase {
  const uses = frames * usesPerFrame;
  const noiseVariance = M / 100;
  return batchCase({
    name: `${stem} ${frames} × ${usesPerFrame}, ${M} × ${M}, ${2 ** B}-QAM, ${title}`,
    bytes: uses * (8 * M * M + 8 * M + (priors ? 8 : 4) * M * B),
    batch: { jobs: uses, group: TILE, bytes: Math.max(8 * M * M, 4 * M * B) },
    published,
    async prepare(device, memory, jobs) {
      const config = { antennas: M, bitsPerSymbol: B, fading: "rayleigh", seed: 1, noiseVariance } as const;
      const [bits] = randomRows(1, 1, TILE * M * B);
      const inputs = Array.from({ length: TILE }, (_, use) => {
        const { channel, received } = channelUse(bits, 0, use, config);
        return { channel: Float32Array.from(channel), received: Float32Array.from(received) };
      });
      const input = (name: "channel" | "received") => {
        const values = Float32Array.from(inputs.flatMap((part) => [...part[name]]));
        return tiled(device, memory, name, values, jobs / TILE);
      };
      const prior = noise(2, TILE * M * B).map((value) => (priors ? 3 * value : 0));
      const buffers = {
        channel: input("channel"),
        received: input("received"),
        prior: priors ? tiled(device, memory, "priors", prior, jobs / TILE) : undefined,
      };
      const plan = await create(device, { antennas: M, bitsPerSymbol: B, uses: jobs, ...buffers });
      plan.setNoiseVariance(noiseVariance);
      const expected = (job: number) => {
        const { channel, received } = inputs[job % TILE];
        const own = (job % TILE) * M * B;
        return reference(channel, received, noiseVariance, prior.subarray(own, own + M * B));
      };
      return { plan, check: { output: plan.llr, row: M * B, width: 1, expected } };
    },
  });
}
