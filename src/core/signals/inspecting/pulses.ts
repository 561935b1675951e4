/** Mean, sample standard deviation and extremes of some durations. */
export interface DurationStatistics {
  mean: number;
  /** 0 for a single one. */
  sd: number;
  least: number;
  most: number;
}

/** Pulses of an envelope, in its samples. */
export interface Pulses {
  count: number;
  width: DurationStatistics;
  /** From one rising edge to the next; null for a single pulse. */
  period: DurationStatistics | null;
  /** Amplitudes of the low and of the high state. */
  low: number;
  high: number;
}

/** The states must differ by this factor in amplitude. Noise alone has 2.1; a keyed carrier has 3 at 8 dB over the noise. */
const LEAST_STEP = 3;
/**
 * Two states leave few samples between them: at most this share lies in the middle third of the step. A keyed carrier 10 dB over the noise
 * has 0.09, and a sinusoidal envelope 0.15.
 */
const MOST_BETWEEN = 0.12;
/** An edge counts once the envelope has passed both, as shares of the step from the low to the high state. */
const [FALLEN, RISEN] = [0.4, 0.6];

/**
 * Finds pulses between two states of an envelope. Edges are where it passes the middle of the states, interpolated (IEEE Std 181-2011:
 * state levels, 50 % reference level). Pulses that are cut by the ends are left out.
 *
 * @param envelope Amplitudes.
 * @returns Undefined if there are no two states, or no whole pulse.
 */
export function findPulses(envelope: Float64Array): Pulses | undefined {
  const states = statesOf(envelope);
  if (!states) return undefined;
  const [low, high] = states;
  const [fallen, middle, risen] = [FALLEN, 0.5, RISEN].map((share) => low + share * (high - low));
  const [rises, widths]: [number[], number[]] = [[], []];
  // Undefined until the first fall: a pulse that has begun before the envelope has no width.
  let isHigh: boolean | undefined;
  let crossing = 0;
  for (let n = 0; n < envelope.length; n++) {
    const [before, now] = [envelope[Math.max(0, n - 1)], envelope[n]];
    const isRising = isHigh === false;
    // The last crossing of the middle before the edge is confirmed.
    if (isRising ? before < middle && now >= middle : before >= middle && now < middle) {
      crossing = n - 1 + (middle - before) / (now - before);
    }
    if (isHigh !== false && now < fallen) {
      if (isHigh) widths.push(crossing - rises[rises.length - 1]);
      isHigh = false;
    } else if (isHigh === false && now > risen) {
      rises.push(crossing);
      isHigh = true;
    }
  }
  if (widths.length === 0) return undefined;
  const periods = rises.slice(1).map((rise, i) => rise - rises[i]);
  return {
    count: widths.length,
    width: statisticsOf(widths),
    period: periods.length > 0 ? statisticsOf(periods) : null,
    low,
    high,
  };
}

/** Returns the medians of the amplitudes on both sides of the middle of their range; undefined if there are no two states. */
function statesOf(envelope: Float64Array): [low: number, high: number] | undefined {
  const sorted = envelope.toSorted();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const middle = (at(0.01) + at(0.99)) / 2;
  const split = sorted.findIndex((value) => value > middle);
  if (split <= 0) return undefined;
  const [low, high] = [sorted[split >> 1], sorted[(split + sorted.length) >> 1]];
  const third = (high - low) / 3;
  const between = sorted.filter((value) => value > low + third && value < high - third).length / sorted.length;
  return high >= LEAST_STEP * low && between <= MOST_BETWEEN ? [low, high] : undefined;
}

function statisticsOf(values: readonly number[]): DurationStatistics {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    mean,
    sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0,
    least: values.reduce((least, value) => Math.min(least, value), Infinity),
    most: values.reduce((most, value) => Math.max(most, value), -Infinity),
  };
}
