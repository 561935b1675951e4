import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { fft } from "../../fft/fft.float64.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { PACKET_BITS, PACKET_SAMPLES } from "../packet.ts";
import { CHANNEL_PRECURSORS } from "../estimation/span.ts";

/** Spectrum over `points` bins of taps whose tap number `delay` is at n = 0. Complex pairs. */
function spectrum(taps: ArrayLike<number>, delay: number, points: number): Float64Array {
  const x = new Float64Array(2 * points);
  for (let t = 0; t < taps.length / 2; t++) {
    x.set([taps[2 * t], taps[2 * t + 1]], 2 * ((t - delay + points) % points));
  }
  return fft(x);
}

/** C(k) = conj(H)/(|H|² + w(k)·σ̂²), one weight per bin, complex pairs. */
export function fdeResponse(impulse: Float64Array, variance: number, weights: ArrayLike<number>): Float64Array {
  const H = spectrum(impulse, CHANNEL_PRECURSORS, weights.length);
  return H.map((value, i) => {
    const re = i & ~1;
    return (i & 1 ? -value : value) / (H[re] ** 2 + H[re + 1] ** 2 + weights[i >> 1] * variance);
  });
}

/**
 * Returns a packet after the frequency-domain equalizer and the detection filter, at its samples 0, 2, … 12670. Complex pairs.
 *
 * @param window 16384 samples of which the packet starts at WINDOW_ORIGIN.
 * @param weights w(k): 16384 for the whole window. 12672 for the packet alone, the thesis's argument of the cyclic prefix:
 *   the next packet starts like this one, so the wrap-around is correct except for the first samples, whose bits are known.
 */
export function fde(
  window: Float64Array,
  impulse: Float64Array,
  variance: number,
  weights: ArrayLike<number>,
): Float64Array {
  const points = weights.length;
  if (points !== WINDOW_LENGTH && points !== PACKET_SAMPLES) {
    throw new RangeError(`equalizer/fde: weights must be ${WINDOW_LENGTH} or ${PACKET_SAMPLES}, got ${points}`);
  }
  const origin = points === WINDOW_LENGTH ? WINDOW_ORIGIN : 0;
  const X = fft(window.subarray(2 * (WINDOW_ORIGIN - origin), 2 * (WINDOW_ORIGIN - origin + points)));
  const C = fdeResponse(impulse, variance, weights);
  const D = spectrum(
    DETECTION_FILTER.flatMap((tap) => [tap, 0]),
    (DETECTION_FILTER.length - 1) / 2,
    points,
  );
  const product = (a: Float64Array, b: Float64Array) =>
    a.map((value, i) => (i & 1 ? a[i - 1] * b[i] + value * b[i - 1] : value * b[i] - a[i + 1] * b[i + 1]));
  const y = fft(product(product(X, C), D), true);
  return Float64Array.from({ length: 2 * PACKET_BITS }, (_, i) => y[2 * (origin + 2 * (i >> 1)) + (i & 1)]);
}
