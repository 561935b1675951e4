import { convolve } from "../../convolution/direct.reference.ts";
import { WINDOW_ORIGIN } from "../blocks.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

/**
 * J = mean of (|s|² − 1)² over a packet, and ∇J(k) = (1/L) Σm z(m)·r̃*(m−k), z = 2(|s|² − 1)s: the derivative of J by c*(k).
 *
 * @param window A packet's window r̃, complex pairs.
 * @param taps c, 186 complex numbers from k = −60 on.
 */
export function constantModulus(window: Float64Array, taps: Float64Array): { cost: number; gradient: Float64Array } {
  const grid = { origin: WINDOW_ORIGIN, outputLength: PACKET_SAMPLES, decimation: 1 };
  const s = convolve(window, taps, PRECURSORS, grid);
  const gradient = new Float64Array(2 * EQUALIZER_TAPS);
  let cost = 0;
  for (let m = 0; m < PACKET_SAMPLES; m++) {
    const excess = s[2 * m] ** 2 + s[2 * m + 1] ** 2 - 1;
    cost += excess ** 2 / PACKET_SAMPLES;
    const re = (2 * excess * s[2 * m]) / PACKET_SAMPLES;
    const im = (2 * excess * s[2 * m + 1]) / PACKET_SAMPLES;
    for (let t = 0; t < EQUALIZER_TAPS; t++) {
      const at = 2 * (WINDOW_ORIGIN + PRECURSORS + m - t);
      gradient[2 * t] += re * window[at] + im * window[at + 1];
      gradient[2 * t + 1] += im * window[at] - re * window[at + 1];
    }
  }
  return { cost, gradient };
}
