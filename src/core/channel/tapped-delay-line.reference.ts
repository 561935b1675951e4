interface DelayLine {
  /** Complex [instant][tap]. */
  gains: ArrayLike<number>;
  taps: number;
  /** Samples between instants. */
  spacing: number;
  slot: number;
  lead: number;
}

/** Returns y[n] = Σ_l g_l(n)·x[n − lead − l] for a slot, complex. */
export function applyDelayLine(x: ArrayLike<number>, { gains, taps, spacing, slot, lead }: DelayLine): Float64Array {
  const y = new Float64Array(2 * slot);
  const moves = gains.length > 2 * taps;
  for (let n = 0; n < slot; n++) {
    const [i, weight] = moves ? [Math.floor(n / spacing), (n % spacing) / spacing] : [0, 0];
    for (let l = 0; l < taps; l++) {
      const at = n - lead - l;
      if (at < 0 || at >= x.length / 2) continue;
      const [re, im] = [0, 1].map((part) => {
        const [from, to] = [i, moves ? i + 1 : i].map((instant) => gains[2 * (instant * taps + l) + part]);
        return from + weight * (to - from);
      });
      y[2 * n] += re * x[2 * at] - im * x[2 * at + 1];
      y[2 * n + 1] += re * x[2 * at + 1] + im * x[2 * at];
    }
  }
  return y;
}
