import { burstBandOf, type Line, type Sampled, type Spectrum, strongestLine } from "./spectrum.ts";

/** What both edges of a band tell of linear modulation. */
export interface BandEdges {
  symbolRateHz: number;
  /** A symbol's instant in samples, modulo a symbol. Fractional. */
  instant: number;
  /** The line's power over the mean of the other rates that were searched. */
  strength: number;
  /** What has the line. */
  product: Sampled;
}

/**
 * Finds the symbol rate and the symbols' instants of PSK and QAM. The upper edge of the band times the conjugate of the lower edge has
 * a line at the symbol rate, since both edges carry the same symbols. Products of other frequencies, which only add noise to the line of
 * |x|², are left out (Gardner, "A BPSK/QPSK timing-error detector", 1986; Harris, "Band edge filters", 2011).
 *
 * @param centreHz Centre of the band, Hz.
 * @param isReal Whether the signal is real, with its centre at 0: then the lower edge is the conjugate of the upper one.
 */
export function edgesOf(
  spectrum: Spectrum,
  centreHz: number,
  [fromHz, toHz]: readonly [number, number],
  isReal = false,
): BandEdges {
  const leastRateHz = 1.3 * toHz;
  const upper = burstBandOf(spectrum, {
    centreHz,
    widthHz: 1.6 * toHz,
    leastRateHz,
    gain: (hz) => (hz > 0.25 * fromHz ? 1 : 0),
  });
  const u = upper.samples;
  const values = new Float64Array(u.length);
  if (isReal) {
    for (let i = 0; i < u.length; i += 2) {
      values[i] = u[i] * u[i] - u[i + 1] * u[i + 1];
      values[i + 1] = 2 * u[i] * u[i + 1];
    }
  } else {
    const { samples: v } = burstBandOf(spectrum, {
      centreHz,
      widthHz: 1.6 * toHz,
      leastRateHz,
      gain: (hz) => (hz < -0.25 * fromHz ? 1 : 0),
    });
    for (let i = 0; i < u.length; i += 2) {
      values[i] = u[i] * v[i] + u[i + 1] * v[i + 1];
      values[i + 1] = u[i + 1] * v[i] - u[i] * v[i + 1];
    }
  }
  const product = { samples: values, sampleRateHz: upper.sampleRateHz };
  const line = strongestLine(product, fromHz, toHz);
  return { symbolRateHz: line.hz, instant: instantOf(line, spectrum.sampleRateHz), strength: line.strength, product };
}

/** Returns the sample at which a line's phasor is real and positive. */
export const instantOf = ({ re, im, hz }: Line, sampleRateHz: number) =>
  (-Math.atan2(im, re) / (2 * Math.PI * hz)) * sampleRateHz;

/**
 * Returns the centre of a symmetric band: where the power of both edges is equal.
 *
 * @param nearHz The search covers a sixth of the symbol rate on both sides.
 */
export function centreBetweenEdges({ bins, binHz }: Spectrum, nearHz: number, symbolRateHz: number): number {
  const size = bins.length / 2;
  const reach = Math.ceil((0.9 * symbolRateHz) / binHz);
  const middle = Math.round(nearHz / binHz);
  const sums = new Float64Array(2 * reach + 2);
  for (let k = -reach; k <= reach; k++) {
    const at = (2 * (((middle + k) % size) + size)) % (2 * size);
    sums[k + reach + 1] = sums[k + reach] + bins[at] ** 2 + bins[at + 1] ** 2;
  }
  const sumTo = (bin: number) => {
    const place = Math.min(2 * reach, Math.max(0, bin + reach + 0.5));
    const whole = Math.floor(place);
    return sums[whole] + (place - whole) * (sums[whole + 1] - sums[whole]);
  };
  const [inner, outer] = [(0.3 * symbolRateHz) / binHz, (0.7 * symbolRateHz) / binHz];
  const excess = (c: number) => sumTo(c + outer) - sumTo(c + inner) - (sumTo(c - inner) - sumTo(c - outer));
  // Too low a centre sees more power at its upper edge.
  let [low, high] = [-symbolRateHz / 6 / binHz, symbolRateHz / 6 / binHz];
  for (let step = 0; step < 30; step++) {
    const c = (low + high) / 2;
    if (excess(c) > 0) low = c;
    else high = c;
  }
  return (middle + (low + high) / 2) * binHz;
}
