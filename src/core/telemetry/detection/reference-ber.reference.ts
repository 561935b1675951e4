import { modulate } from "../soqpsk/modulator.float64.ts";
import { PULSE_LEAD } from "../soqpsk/pulse.ts";
import { SAMPLES_PER_BIT } from "../packet.ts";
import { DETECTION_FILTER } from "./detection-filter.ts";

/**
 * Returns the detection filter's noise-free output for each bit, on the packet grid, positive for a correct decision.
 *
 * @param bits 0 or 1, the first at an even index. The first and last 20 are omitted, because their neighbours are missing.
 */
export function decisionDistances(bits: ArrayLike<number>): Float64Array {
  const EDGE = 20;
  const delay = (DETECTION_FILTER.length - 1) / 2;
  const samples = modulate(bits, PULSE_LEAD / 2, SAMPLES_PER_BIT * bits.length);
  return Float64Array.from({ length: bits.length - 2 * EDGE }, (_, i) => {
    const k = i + EDGE;
    const part = k % 2;
    const y = DETECTION_FILTER.reduce((sum, tap, m) => sum + tap * samples[2 * (2 * k + delay - m) + part], 0);
    return bits[k] ? y : -y;
  });
}

/** Returns the BER at an Eb/N0 in dB: the mean over the bits of Q(distance / σ), σ² = Σd²/(Eb/N0) the variance of the filtered noise. */
export function errorRate(distances: Float64Array, ebn0Db: number): number {
  const energy = DETECTION_FILTER.reduce((sum, tap) => sum + tap * tap, 0);
  const sigma = Math.sqrt(energy * 10 ** (-ebn0Db / 10));
  return distances.reduce((sum, distance) => sum + tail(distance / sigma), 0) / distances.length;
}

/** Returns Q(x), the upper tail of the standard normal distribution, by its continued fraction, or by its series for small x. */
function tail(x: number): number {
  if (x < 0) return 1 - tail(-x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x > 3) {
    let fraction = x;
    for (let n = 60; n > 0; n--) fraction = x + n / fraction;
    return density / fraction;
  }
  let [term, sum] = [x, x];
  for (let n = 3; n < 120; n += 2) sum += term *= (x * x) / n;
  return 0.5 - density * sum;
}
