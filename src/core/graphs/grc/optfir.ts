import { remez } from "../../filter-design/fir/remez.ts";

/** Gain in the pass band, and edges in Hz. */
export interface OptfirLowPass {
  gain: number;
  rate: number;
  pass: number;
  stop: number;
}

/** Ripple of the pass band and attenuation of the stop band in GNU Radio's demodulators, dB. */
const [RIPPLE, ATTENUATION] = [0.1, 60];

/**
 * Returns the taps of the audio filter of GNU Radio's demodulators, optfir.low_pass(gain, rate, pass, stop, 0.1, 60): Herrmann's
 * estimate of the length, two taps more, and the exchange of Parks and McClellan.
 *
 * Source: gr-filter/python/filter/optfir.py of GNU Radio 3.10.5.
 *
 * @throws RangeError for edges out of order, and for too many taps.
 */
export function optfirLowPass({ gain, rate, pass, stop }: OptfirLowPass): Float64Array {
  if (!(gain > 0 && pass > 0 && stop > pass && stop < rate / 2 && rate < Infinity)) {
    throw new RangeError(
      `the audio filter needs 0 < ${pass} < ${stop} < ${rate / 2} Hz, and a gain above 0, got ${gain}`,
    );
  }
  const ripple = 10 ** (RIPPLE / 20);
  const [passError, stopError] = [(ripple - 1) / (ripple + 1) / gain, 10 ** (-ATTENUATION / 20)];
  const order = Math.ceil(lengthOf((stop - pass) / rate, passError, stopError)) - 1;
  const most = Math.max(passError, stopError);
  return remez({
    length: order + 3,
    bands: [0, (2 * pass) / rate, (2 * stop) / rate, 1],
    gains: [gain, gain, 0, 0],
    weights: [most / passError, most / stopError],
  }).taps;
}

/** Herrmann et al., Practical design rules for optimum finite impulse response filters, 1973. */
function lengthOf(width: number, passError: number, stopError: number): number {
  const [p, s] = [Math.log10(passError), Math.log10(stopError)];
  const limit = (5.309e-3 * p * p + 7.114e-2 * p - 4.761e-1) * s + (-2.66e-3 * p * p - 5.941e-1 * p - 4.278e-1);
  return limit / width - (11.01217 + 0.5124401 * (p - s)) * width + 1;
}
