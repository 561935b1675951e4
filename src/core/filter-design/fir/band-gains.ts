/** Most taps of a design from bands or to a mask: the work grows with their square or cube. */
export const MOST_TAPS = 2047;

/** The specification of a filter with several bands; frequencies in units of the Nyquist frequency. */
export interface BandGains {
  /** Start and end of each band, rising from 0 … 1. */
  bands: readonly number[];
  /** Gains at each of these edges, linear between. */
  gains: readonly number[];
  /** Weight of each band's error; default 1. */
  weights?: readonly number[];
}

export interface GainBand {
  low: number;
  high: number;
  from: number;
  to: number;
}

/** @throws RangeError that names what is wrong. */
export function checkBands(where: string, { bands, gains, weights }: BandGains) {
  const rising = bands.every((edge, i) => edge >= 0 && edge <= 1 && (i === 0 || edge >= bands[i - 1]));
  const wide = bands.every((edge, i) => i % 2 === 0 || edge > bands[i - 1]);
  if (bands.length < 2 || bands.length % 2 || !rising || !wide) {
    throw new RangeError(
      `${where}: bands must be pairs of edges that rise from 0 to 1, the Nyquist frequency, got ${bands.join(", ") || "none"}`,
    );
  }
  const count = bands.length / 2;
  if (gains.length !== bands.length || !gains.every(Number.isFinite)) {
    throw new RangeError(
      `${where}: gains must be ${bands.length} numbers, one per edge, got ${gains.join(", ") || "none"}`,
    );
  }
  const weight = weights ?? Array.from({ length: count }, () => 1);
  if (weight.length !== count || !weight.every((value) => value > 0 && value < Infinity)) {
    throw new RangeError(
      `${where}: weights must be ${count} numbers above 0, one per band, got ${weight.join(", ") || "none"}`,
    );
  }
  const list = Array.from({ length: count }, (_, i): GainBand => ({
    low: bands[2 * i],
    high: bands[2 * i + 1],
    from: gains[2 * i],
    to: gains[2 * i + 1],
  }));
  return { bands: list, weights: weight };
}
