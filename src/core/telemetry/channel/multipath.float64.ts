import { modulate } from "../soqpsk/modulator.float64.ts";
import { PULSE_LEAD } from "../soqpsk/pulse.ts";
import type { Path } from "../../channel/paths.ts";

/**
 * Samples [from, to) of a recording without noise: Σ g·s(n − origin − delay), s the transmitted signal on its packet grid.
 *
 * @param bits Consecutive bits of the stream, from the first bit of a packet: 0 or 1.
 * @param origin Sample of the recording at which that packet starts.
 * @returns Complex pairs.
 */
export function multipath(
  bits: ArrayLike<number>,
  origin: number,
  paths: readonly Path[],
  from: number,
  to: number,
): Float64Array {
  const samples = new Float64Array(2 * (to - from));
  for (const { gain, delay } of paths) {
    const ray = modulate(bits, (from - origin - delay + PULSE_LEAD) / 2, to - from);
    for (let i = 0; i < samples.length; i += 2) {
      samples[i] += gain[0] * ray[i] - gain[1] * ray[i + 1];
      samples[i + 1] += gain[0] * ray[i + 1] + gain[1] * ray[i];
    }
  }
  return samples;
}
