import { BLOCK_HOP, BLOCK_LEAD, BLOCK_PACKETS } from "../../blocks.ts";
import type { Receiver } from "../../link/receiver.ts";
import { words } from "./part.ts";

/** A packet that the detector found. */
export interface ReceivedPacket {
  /** Sample of the recording at which the packet starts, or of a page. */
  start: number;
  /** T(n) of the preamble detector at the start. */
  metric: number;
  /** rad/sample */
  frequencyOffset: number;
  /** Noise variance per real dimension, relative to the packet's mean power. */
  noiseVariance: number;
}

export interface FoundPacket extends ReceivedPacket {
  /** Its slot in the receiver's buffers. */
  slot: number;
}

/** The buffers of the receiver's table of packets to read. */
export function packetSources({ packets, frequency, noise, slots }: Receiver): GPUBufferBinding[] {
  return [words(packets, 4 * slots), words(frequency, slots), words(noise, slots)];
}

/** @param results The bytes of {@link packetSources}. */
export function foundPackets([table, frequency, noise]: readonly ArrayBuffer[]): FoundPacket[] {
  const [integers, metrics] = [new Int32Array(table), new Float32Array(table)];
  const [frequencies, variances] = [new Float32Array(frequency), new Float32Array(noise)];
  return Array.from(frequencies, (frequencyOffset, slot) => ({
    slot,
    start: Math.floor(slot / BLOCK_PACKETS) * BLOCK_HOP - BLOCK_LEAD + integers[4 * slot],
    metric: metrics[4 * slot + 2],
    frequencyOffset,
    noiseVariance: variances[slot],
  })).filter(({ slot }) => integers[4 * slot + 1] === 1);
}
