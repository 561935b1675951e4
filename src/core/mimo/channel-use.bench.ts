import { batchCase, tiled } from "../gpu/bench.ts";
import { pack } from "../turbo/frame.ts";
import { randomRows } from "../turbo/testing.ts";
import { channelUse } from "./channel-use.reference.ts";
import { createChannelUse } from "./channel-use.ts";

/** Channel uses of a frame in the thesis's batches of 8 frames. */
export const SHAPES = [
  { antennas: 2, usesPerFrame: 16384 },
  { antennas: 4, usesPerFrame: 8192 },
] as const;
const FRAMES = 8;

export const cases = SHAPES.map(({ antennas, usesPerFrame }) => {
  const config = { antennas, bitsPerSymbol: 4, usesPerFrame, fading: "rayleigh", seed: 1 } as const;
  const [row] = randomRows(1, 1, usesPerFrame * antennas * 4);
  const complexes = antennas * antennas + antennas;
  return batchCase({
    name: `mimo/channel-use ${FRAMES} × ${usesPerFrame}, ${antennas} × ${antennas}, 16-QAM`,
    bytes: FRAMES * usesPerFrame * (complexes * 8 + (antennas * 4) / 8),
    batch: { jobs: FRAMES, bytes: usesPerFrame * antennas ** 2 * 8 },
    async prepare(device, memory, frames) {
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
