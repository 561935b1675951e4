import { modulate } from "../soqpsk/modulator.float64.ts";
import { PULSE_LEAD } from "../soqpsk/pulse.ts";
import { SAMPLES_PER_BIT } from "../packet.ts";
import { DETECTION_FILTER } from "./detection-filter.ts";

/**
 * What the detection filter gives for each bit without noise, positive where it is decided rightly, on the packet grid.
 *
 * @param bits 0 or 1, the first an even one. The first and last 20 are left out: their neighbours are missing.
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

/** BER at an Eb/N0 in dB: the mean over the bits of Q(distance / σ), σ² = Σd²/(Eb/N0) the variance of the filtered noise. */
export function errorRate(distances: Float64Array, ebn0Db: number): number {
  const energy = DETECTION_FILTER.reduce((sum, tap) => sum + tap * tap, 0);
  const sigma = Math.sqrt(energy * 10 ** (-ebn0Db / 10));
  return distances.reduce((sum, distance) => sum + tail(distance / sigma), 0) / distances.length;
}

/** Q(x), the standard normal's upper tail, by its continued fraction; for small x by its series. */
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
