import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { PACKET_SAMPLES } from "../packet.ts";

/**
 * r̃(k) = g·r(i + k − 200)·e^{−jω̂(k − 200)}, k = 0 … 16383, with mean |r̃|² = 1 over the packet (2.8). Complex pairs.
 *
 * @param samples The recording, or a stretch of it; zeros outside.
 * @param start i, the packet's first sample.
 * @param frequency ω̂, rad/sample.
 */
export function cutWindow(samples: Float64Array, start: number, frequency: number): Float64Array {
  const packet = samples.subarray(2 * start, 2 * (start + PACKET_SAMPLES));
  const energy = packet.reduce((sum: number, x: number) => sum + x * x, 0);
  const gain = Math.sqrt(PACKET_SAMPLES / energy);
  const window = new Float64Array(2 * WINDOW_LENGTH);
  for (let k = 0; k < WINDOW_LENGTH; k++) {
    const n = k - WINDOW_ORIGIN;
    const [x = 0, y = 0] = [samples[2 * (start + n)], samples[2 * (start + n) + 1]];
    const [cos, sin] = [Math.cos(frequency * n), Math.sin(frequency * n)];
    window[2 * k] = gain * (x * cos + y * sin);
    window[2 * k + 1] = gain * (y * cos - x * sin);
  }
  return window;
}
