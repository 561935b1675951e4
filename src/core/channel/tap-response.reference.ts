interface TapResponse {
  /** Complex [instant][tap]. */
  gains: ArrayLike<number>;
  taps: number;
  /** Samples between instants of the gains. */
  spacing: number;
  /** Bins of the transform. */
  bins: number;
}

/** Returns H[k] = Σ_l g_l(n)·e^{−j2πk(l + delay)/bins} at sample n of a slot, complex by bin. */
export function responseAt(n: number, delay: number, { gains, taps, spacing, bins }: TapResponse): Float64Array {
  const moves = gains.length > 2 * taps;
  const i = moves ? Math.floor(n / spacing) : 0;
  const weight = moves ? n / spacing - i : 0;
  const H = new Float64Array(2 * bins);
  for (let bin = 0; bin < bins; bin++) {
    const k = bin < bins / 2 ? bin : bin - bins;
    for (let l = 0; l < taps; l++) {
      const [re, im] = [0, 1].map((part) => {
        const [from, to] = [i, moves ? i + 1 : i].map((instant) => gains[2 * (instant * taps + l) + part]);
        return from + weight * (to - from);
      });
      const angle = (-2 * Math.PI * k * (l + delay)) / bins;
      H[2 * bin] += re * Math.cos(angle) - im * Math.sin(angle);
      H[2 * bin + 1] += re * Math.sin(angle) + im * Math.cos(angle);
    }
  }
  return H;
}
