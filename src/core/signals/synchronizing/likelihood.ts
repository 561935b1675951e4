/** How well a constellation explains symbols. */
export interface Fit {
  /** Log-likelihood per symbol, less the log-likelihood of complex Gaussian noise with the same power, in nats. */
  advantage: number;
  /** Share of the power that is noise, with the greatest likelihood. */
  noise: number;
}

/** A point that is less likely than the nearest one by this many nats adds nothing. */
const NEGLIGIBLE = 20;
/** Shares of noise that are tried: from −25 dB to −2 dB. */
const SHARES = Array.from({ length: 12 }, (_, i) => 10 ** (-2.5 + (2.3 * i) / 11));

/**
 * Compares a constellation with Gaussian noise. All points are equally likely, and the share of noise is the likeliest one.
 *
 * @param symbols Complex, interleaved, with carrier and phase removed, at any scale.
 * @param points Complex, interleaved, with unit mean energy.
 */
export function fitOf(symbols: Float64Array, points: Float64Array): Fit {
  const count = symbols.length / 2;
  let power = 0;
  for (let k = 0; k < symbols.length; k++) power += symbols[k] * symbols[k];
  power /= count;
  // The likelihood has one maximum over the shares; the search starts where linear modulation usually is.
  const known = new Map<number, number>();
  const at = (i: number) => {
    if (i < 0 || i >= SHARES.length) return -Infinity;
    const value = known.get(i) ?? advantageAt(symbols, points, power, SHARES[i]);
    known.set(i, value);
    return value;
  };
  let i = 7;
  const step = at(i + 1) > at(i) ? 1 : -1;
  while (at(i + step) > at(i)) i += step;
  return { advantage: at(i), noise: SHARES[i] };
}

/** Distances of one symbol from the points. */
const distances = new Float64Array(64);

/** @param power Of the symbols. @param noise Its share that is noise. */
function advantageAt(symbols: Float64Array, points: Float64Array, power: number, noise: number): number {
  const size = points.length / 2;
  const scale = Math.sqrt((1 - noise) * power);
  const variance = noise * power;
  const negligible = NEGLIGIBLE * variance;
  const offset = Math.log(size * noise);
  let sum = 0;
  for (let k = 0; k < symbols.length; k += 2) {
    const re = symbols[k];
    const im = symbols[k + 1];
    let least = Infinity;
    for (let m = 0; m < size; m++) {
      const x = re - scale * points[2 * m];
      const y = im - scale * points[2 * m + 1];
      const distance = x * x + y * y;
      distances[m] = distance;
      if (distance < least) least = distance;
    }
    // Relative to the nearest point, whose exponential is 1.
    let likelihood = 0;
    const limit = least + negligible;
    for (let m = 0; m < size; m++) {
      if (distances[m] < limit) likelihood += Math.exp((least - distances[m]) / variance);
    }
    // A symbol far from all points counts as 30 nats: interference, not evidence.
    sum += Math.max(-30, Math.log(likelihood) - least / variance - offset);
    sum += (re * re + im * im) / power;
  }
  return sum / (symbols.length / 2);
}
