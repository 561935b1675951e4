/** SNRs of equalizers with any number of taps, in dB. Null: there is none, because the channel has a zero on the circle. */
export interface InfiniteSnr {
  zf: number | null;
  mmse: number;
  zfDfe: number;
  dfe: number;
}

/** Points on the circle at first, and at most. */
const [FIRST, MOST] = [1 << 10, 1 << 22];
/** Change in dB at which the number of points suffices. */
const CHANGE = 1e-4;
/** Least |H|² relative to its mean at which a zero-forcing equalizer exists. */
const ZERO = 1e-10;

/**
 * Returns the SNRs of infinite equalizers from the channel's power on the circle: J = ⟨1/(1 + S)⟩ of the linear one, exp⟨−ln(1 + S)⟩
 * with decision feedback, SNR = 1/J − 1, and the zero-forcing ones without the 1. Source: J. Salz, “Optimum mean-square decision
 * feedback equalization”, Bell System Technical Journal 52 (1973).
 *
 * @param power |H|² of the folded channel at a frequency in cycles per symbol, 0 to 1.
 * @param snr γ: symbol energy per noise variance of a sample.
 */
export function infiniteSnr(power: (frequency: number) => number, snr: number): InfiniteSnr {
  let last: InfiniteSnr | undefined;
  for (let points = FIRST; points <= MOST; points *= 2) {
    const next = atPoints(power, snr, points);
    if (last && isClose(last, next)) return next;
    last = next;
  }
  return last as InfiniteSnr;
}

function atPoints(power: (frequency: number) => number, snr: number, points: number): InfiniteSnr {
  let [mean, least, inverse, logarithm, inverseMmse, logarithmMmse] = [0, Infinity, 0, 0, 0, 0];
  for (let i = 0; i < points; i++) {
    const gain = power(i / points);
    const signal = snr * gain;
    mean += gain / points;
    least = Math.min(least, gain);
    inverse += 1 / signal;
    logarithm += Math.log(signal);
    inverseMmse += 1 / (1 + signal);
    logarithmMmse += Math.log1p(signal);
  }
  const db = (ratio: number) => 10 * Math.log10(ratio);
  return {
    zf: least < ZERO * mean ? null : db(points / inverse),
    mmse: db(points / inverseMmse - 1),
    zfDfe: db(Math.exp(logarithm / points)),
    dfe: db(Math.expm1(logarithmMmse / points)),
  };
}

function isClose(a: InfiniteSnr, b: InfiniteSnr): boolean {
  return (Object.keys(a) as (keyof InfiniteSnr)[]).every((key) => {
    const [x, y] = [a[key], b[key]];
    return x === y || (x !== null && y !== null && Math.abs(x - y) < CHANGE);
  });
}

/** Returns |Σ h_l e^(−2πjfl)|² of symbol-spaced taps, complex. */
export function powerOf(taps: Float64Array): (frequency: number) => number {
  return (frequency) => {
    let [re, im] = [0, 0];
    for (let l = 0; l < taps.length / 2; l++) {
      const [cos, sin] = [Math.cos(2 * Math.PI * frequency * l), Math.sin(2 * Math.PI * frequency * l)];
      re += taps[2 * l] * cos + taps[2 * l + 1] * sin;
      im += taps[2 * l + 1] * cos - taps[2 * l] * sin;
    }
    return re * re + im * im;
  };
}
