import { BLOCK_LEAD } from "../blocks.ts";
import { type EqualizerName, EQUALIZERS } from "../equalizer/names.ts";
import { blockRow } from "../preamble/detector.float64.ts";
import { createAcquisition, decidePacket } from "./receiver.float64.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

/** The float64 receiver's results for one packet. */
export interface ReferencePacket {
  start: number;
  frequencyOffset: number;
  noiseVariance: number;
  /** 6336 bits (0 or 1), known ones included, for each equalizer. */
  bits: Record<EqualizerName, number[]>;
}

/** The whole receiver in float64 with default settings: from a recording of at most 32 packets (complex pairs) to decided bits. */
export function receiveReference(recording: Float64Array): ReferencePacket[] {
  const acquire = createAcquisition(DEFAULT_SETTINGS, recording.length / 2);
  return acquire(blockRow(recording, -BLOCK_LEAD)).map((packet) => {
    const bits = EQUALIZERS.map((name) => [name, decidePacket(packet, name, DEFAULT_SETTINGS)]);
    const { start, frequencyOffset, noise } = packet;
    return { start: start - BLOCK_LEAD, frequencyOffset, noiseVariance: noise, bits: Object.fromEntries(bits) };
  });
}
