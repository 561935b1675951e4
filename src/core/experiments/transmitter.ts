import { createImpairments } from "../channel/impairments.ts";
import { createMultipath } from "../channel/multipath.ts";
import { directPower, noiseVariance, receivedPower } from "../channel/rays.ts";
import type { Stage } from "../gpu/timing.ts";
import { createPacketBits } from "../soqpsk/bits.ts";
import { recordingLength, type Scenario, scenarioPaths } from "./scenario.ts";

export interface TransmitterPage {
  firstBlock: number;
  /** dB */
  ebn0: number;
}

/** Everything up to the receiver's antenna, for a page of blocks: packet bits, modulator and rays, carrier and noise. */
export interface Transmitter {
  readonly blocks: number;
  /** u32 [block][36][198] */
  readonly bits: GPUBuffer;
  /** vec2f [block][BLOCK_LENGTH] */
  readonly samples: GPUBuffer;
  readonly stages: readonly Stage[];
  /** Takes effect for what is submitted afterwards. */
  setPage(page: TransmitterPage): void;
  destroy(): void;
}

export async function createTransmitter(
  device: GPUDevice,
  { scenario, blocks }: { scenario: Scenario; blocks: number },
): Promise<Transmitter> {
  const { seed, data, firstOffset, timing, frequencyOffset, phase, ebn0Reference } = scenario;
  const paths = scenarioPaths(scenario);
  const power = ebn0Reference === "direct" ? directPower(paths) : receivedPower(paths);
  const page = { firstBlock: 0, length: recordingLength(scenario) };
  const impaired = (ebn0: number) => ({
    frequencyOffset,
    phase: (phase * Math.PI) / 180,
    noiseVariance: noiseVariance(power, ebn0),
    seed,
  });
  const { bits, ...source } = await createPacketBits(device, { blocks, source: data, seed });
  const multipath = await createMultipath(device, { blocks, bits, ...page, paths, firstOffset, timing });
  const { samples } = multipath;
  const impairments = await createImpairments(device, { blocks, samples, ...page, ...impaired(scenario.ebn0) });
  const stages = [source, multipath, impairments];
  return {
    blocks,
    bits,
    samples,
    stages,
    setPage({ firstBlock, ebn0 }) {
      source.setFirstBlock(firstBlock);
      multipath.setPage({ ...page, firstBlock });
      impairments.setPage({ ...page, firstBlock });
      impairments.setImpairments(impaired(ebn0));
    },
    destroy() {
      for (const stage of stages) stage.destroy();
    },
  };
}
