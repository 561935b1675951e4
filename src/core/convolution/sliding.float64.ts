/** Short signals and filters on which a convolution can be watched. */
export const SLIDING_SIGNALS = ["rectangle", "noise"] as const;
export const SLIDING_FILTERS = ["decay", "average", "echo"] as const;

export interface SlidingChoice {
  signal: (typeof SLIDING_SIGNALS)[number];
  filter: (typeof SLIDING_FILTERS)[number];
}

export interface SlidingConvolution {
  /** Samples x[0] … x[M − 1] and taps h[0] … h[L − 1]. */
  x: number[];
  h: number[];
  /** All M + L − 1 outputs. */
  y: number[];
  /** Points of a block's transform. */
  points: number;
  blocks: SlidingBlock[];
}

/** A block of overlap-save. */
export interface SlidingBlock {
  /** Place in x of the block's first sample; samples before x[0] are zero. */
  first: number;
  /** The circular convolution of the block with h: what the product of their spectra gives. */
  circular: number[];
  /** This many outputs at the start have wrapped around, and are discarded. */
  discarded: number;
}

const SIGNALS: Readonly<Record<SlidingChoice["signal"], readonly number[]>> = {
  rectangle: Array.from({ length: 24 }, (_, n) => (n >= 6 && n < 14 ? 1 : 0)),
  noise: [
    0.6, -0.4, 0.9, 0.2, -0.8, 0.5, 1, -0.3, -0.6, 0.7, 0.1, -0.9, 0.4, 0.8, -0.5, 0.3, -1, 0.6, 0.2, -0.7, 0.9, -0.2,
    0.5, -0.6,
  ],
};

const FILTERS: Readonly<Record<SlidingChoice["filter"], readonly number[]>> = {
  decay: [1, 0.7, 0.5, 0.35, 0.25],
  average: [0.2, 0.2, 0.2, 0.2, 0.2],
  echo: [1, 0, 0, 0, 0.6],
};

const POINTS = 12;

/**
 * Convolves a short signal with a filter, y[n] = Σk x[k] h[n − k], directly and by the blocks of overlap-save: blocks of
 * 12 samples that overlap by L − 1, convolved in a circle, whose first L − 1 outputs are discarded.
 */
export function slideConvolution({ signal, filter }: SlidingChoice): SlidingConvolution {
  const [x, h] = [[...SIGNALS[signal]], [...FILTERS[filter]]];
  const at = (values: readonly number[], i: number) => values[i] ?? 0;
  const y = Array.from({ length: x.length + h.length - 1 }, (_, n) =>
    h.reduce((sum, tap, k) => sum + tap * at(x, n - k), 0),
  );
  const discarded = h.length - 1;
  const hop = POINTS - discarded;
  const blocks = Array.from({ length: Math.ceil(y.length / hop) }, (_, b) => {
    const first = b * hop - discarded;
    const samples = Array.from({ length: POINTS }, (_, i) => at(x, first + i));
    const circular = samples.map((_, i) =>
      h.reduce((sum, tap, k) => sum + tap * samples[(i - k + POINTS) % POINTS], 0),
    );
    return { first, circular, discarded };
  });
  return { x, h, y, points: POINTS, blocks };
}
