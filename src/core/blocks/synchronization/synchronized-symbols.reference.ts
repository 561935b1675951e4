/** What a synchronizer has found of a page. */
export interface FoundInstants {
  /** Samples before the page. */
  seen: number;
  /** u32 fractions, [samples + 1]. */
  positions: Uint32Array;
  /** Samples from a symbol to the position that finds it. */
  delay: number;
}

/** A symbol lies between position `index` and the next one, at this part of the way. */
interface Instant {
  index: number;
  place: number;
}

/** Returns the symbols of a page: where the positions, modulo 1, pass a whole number upwards. */
export function instantsOf({ seen, positions, delay }: FoundInstants): Instant[] {
  return Array.from({ length: positions.length - 1 }, (_, index) => {
    const [now, next] = [positions[index] / 2 ** 32, positions[index + 1] / 2 ** 32];
    const step = next - now - Math.round(next - now);
    return { index, passes: step > 0 && next < now && seen + index > delay, place: (1 - now) / step };
  }).filter(({ passes }) => passes);
}

const NODES = [-3, -2, -1, 0, 1, 2, 3, 4];

/**
 * Returns the values of a signal at instants, complex pairs or real numbers: by Lagrange interpolation through 8 samples, or from the
 * nearest phase of a matched filter.
 *
 * @param part Returns part 0 or 1 of sample n of the page.
 */
export function symbolsAt(
  instants: readonly Instant[],
  {
    width,
    delay,
    part,
    matched,
  }: {
    width: 1 | 2;
    delay: number;
    part(n: number, component: number): number;
    matched?: { phases: number; length: number; taps: Float64Array };
  },
): number[] {
  return instants.flatMap(({ index, place }) =>
    Array.from({ length: width }, (_, component) => {
      const before = index - 1 - delay;
      if (matched) {
        const { phases, length, taps } = matched;
        const instant = before * phases + Math.round(place * phases);
        const phase = ((instant % phases) + phases) % phases;
        const newest = (instant - phase) / phases;
        return Array.from({ length }, (__, k) => taps[k * phases + phase] * part(newest - k, component)).reduce(
          (sum, product) => sum + product,
        );
      }
      return NODES.map((k) =>
        NODES.reduce((value, m) => (m === k ? value : (value * (place - m)) / (k - m)), part(before + k, component)),
      ).reduce((sum, value) => sum + value);
    }),
  );
}
