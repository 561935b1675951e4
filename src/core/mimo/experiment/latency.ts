import { createRandomBits } from "../../random/bits.ts";
import type { Gpu } from "../../gpu/device.ts";
import { owning } from "../../gpu/owning.ts";
import { readBack } from "../../gpu/readback.ts";
import type { LatencyUnit } from "../../measurement/latency.ts";
import { createArrayDetector } from "../array-detector.ts";
import { createChannelUse } from "../channel-use.ts";
import type { DetectorName } from "../registry.ts";
import { mimoNoiseVariance, type sizesOf } from "./experiment.ts";

/** A received vector in Rayleigh fading, and its detector. */
export interface VectorConfig {
  sizes: ReturnType<typeof sizesOf>;
  detector: DetectorName;
  snrDb: number;
  seed: number;
}

/** Returns random received vectors y and their channels H, one frame each. */
export async function receivedVectors(
  { device }: Pick<Gpu, "device">,
  { sizes, snrDb, seed }: Omit<VectorConfig, "detector">,
  frames = 1,
) {
  const { antennas, receiveAntennas, bitsPerSymbol } = sizes;
  const noiseVariance = mimoNoiseVariance(sizes, snrDb);
  const link = await owning(device, async ({ keep }) => {
    const source = await keep(createRandomBits(device, { length: antennas * bitsPerSymbol, frames, seed }));
    const shape = { antennas, receiveAntennas, bitsPerSymbol, frames, usesPerFrame: 1 };
    const use = await keep(createChannelUse(device, { ...shape, sent: source.bits, fading: "rayleigh", seed }));
    use.setNoiseVariance(noiseVariance);
    return { source, use };
  });
  const { source, use } = link;
  try {
    const encoder = device.createCommandEncoder({ label: "received vectors" });
    for (const stage of [source, use]) stage.encode(encoder);
    const sources = [
      { buffer: use.received, size: 8 * frames * receiveAntennas },
      { buffer: use.channel, size: 8 * frames * receiveAntennas * antennas },
    ];
    const [received, channel] = (await readBack(device, sources, encoder)).map((bytes) => new Float32Array(bytes));
    return { received, channel, noiseVariance };
  } finally {
    link.destroy();
  }
}

/** One received vector, with its channel, to the LLRs of its bits. */
export async function openVector(gpu: Gpu, config: VectorConfig): Promise<LatencyUnit> {
  const arrays = await receivedVectors(gpu, config);
  const { detect, destroy } = await createArrayDetector(gpu, { ...config.sizes, detector: config.detector });
  return { run: () => detect(arrays), destroy };
}
