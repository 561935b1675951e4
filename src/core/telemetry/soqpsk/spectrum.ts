import { modulate } from "./modulator.float64.ts";
import { PULSE_LEAD } from "./pulse.ts";

/** Bits that one sample depends on: 8 pulses, the oldest with its precoder's two earlier bits. */
const MEMORY = 10;
const WINDOWS = 2 ** MEMORY;
/** Samples further apart than this share no bit. */
const MAX_LAG = 2 * MEMORY;

/** The sample of each window of bits (bit 9 the newest), at half 0 or 1 of an even or odd newest bit. Complex pairs. */
function windowSamples(parity: number, half: number): Float64Array {
  const newest = MEMORY - 1 + ((parity + MEMORY - 1) % 2);
  const samples = new Float64Array(2 * WINDOWS);
  for (let window = 0; window < WINDOWS; window++) {
    const bits = Array.from({ length: newest + 1 }, (_, i) => (window >> (i - newest + MEMORY - 1)) & 1);
    samples.set(modulate(bits, newest + ((PULSE_LEAD % 1) + half) / 2, 1), 2 * window);
  }
  return samples;
}

/** Mean over the value of the next bit, for windows shifted by that bit. */
function expectNext(values: Float64Array): Float64Array {
  return values.map((_, i) => {
    const moved = (i >> 2) * 2 + (i & 1);
    return (values[moved] + values[moved + WINDOWS]) / 2;
  });
}

/**
 * Returns the exact R(m) = E{s(n + m) s*(n)}, m = 0 … 20, of SOQPSK-TG with random bits: the expectation over all windows of the
 * earlier sample, with the later sample averaged over the bits in between. It is real, and zero for larger m.
 */
function correlate(): Float64Array {
  const R = new Float64Array(MAX_LAG + 1);
  const samples = [0, 1].map((parity) => [0, 1].map((half) => windowSamples(parity, half)));
  for (const parity of [0, 1]) {
    for (const half of [0, 1]) {
      for (let m = 0; m <= MAX_LAG; m++) {
        const bits = (half + m) >> 1;
        let later = samples[(parity + bits) % 2][(half + m) % 2];
        for (let i = 0; i < bits; i++) later = expectNext(later);
        R[m] += samples[parity][half].reduce((sum, value, i) => sum + value * later[i], 0) / (4 * WINDOWS);
      }
    }
  }
  return R;
}

let autocorrelation: Float64Array | undefined;
/** By the number of bins. Each link asks for the same ones. */
const densities = new Map<number, Float64Array>();

/**
 * Power spectral density Ψ of SOQPSK-TG at n FFT bins over the sample rate (two per bit), in FFT order, of mean 1: the
 * Fourier transform of the exact autocorrelation, to which Welch's estimate converges. Every call returns the same array.
 *
 * @throws RangeError when n is not an integer above 40, the span of the autocorrelation.
 */
export function psd(n: number): Float64Array {
  if (!Number.isInteger(n) || n <= 2 * MAX_LAG) {
    throw new RangeError(`soqpsk/spectrum: the number of bins must be an integer above ${2 * MAX_LAG}, got ${n}`);
  }
  const known = densities.get(n);
  if (known) return known;
  autocorrelation ??= correlate();
  const [power, ...lags] = autocorrelation;
  const density = Float64Array.from({ length: n }, (_, k) => {
    return lags.reduce((sum, R, i) => sum + 2 * R * Math.cos((2 * Math.PI * k * (i + 1)) / n), power);
  });
  densities.set(n, density);
  return density;
}
