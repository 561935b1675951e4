import type { DataSource } from "../soqpsk/bits.ts";
import { packetBits } from "../soqpsk/bits.float64.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { impair } from "../../channel/impairments.float64.ts";
import type { Impairments } from "../../channel/impairments.ts";
import { multipath } from "./multipath.float64.ts";
import type { Propagation } from "./multipath.ts";

/** All settings of a simulated recording. */
export interface SimulatedRecording extends Propagation, Impairments {
  source: DataSource;
}

/** Samples [from, to) of the recording, 0 ≤ from: bits, modulator, rays, impairments, all in float64. Complex pairs. */
export function recording(config: SimulatedRecording, from: number, to: number): Float64Array {
  const { source, seed, paths, firstOffset, timing } = config;
  const origin = firstOffset + timing;
  const delays = paths.map((path) => path.delay);
  // The pulses of 9 bits, and the precoder's start, reach back 32 samples.
  const first = Math.floor((from - origin - Math.max(...delays) - 32) / PACKET_SAMPLES);
  const last = Math.floor((to - origin - Math.min(...delays) + 32) / PACKET_SAMPLES);
  const packets = Array.from({ length: last - first + 1 }, (_, i) => packetBits(first + i, { source, seed }));
  const bits = packets.flatMap((packet) => [...packet]);
  return impair(multipath(bits, origin + first * PACKET_SAMPLES, paths, from, to), from, config);
}
