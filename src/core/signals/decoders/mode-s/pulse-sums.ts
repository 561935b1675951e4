/** Where Threeray tunes in a recording. */
export interface Tuning {
  sampleRateHz: number;
  /** Frequency of the signal from the recording's centre, Hz. */
  offsetHz: number;
}

/** Returns the SNR of pulses in dB, from the sums of squares of the larger and the smaller halves of the bits; NaN without noise. */
export const snrOf = (on: number, off: number) =>
  off > 0 && on > off ? 10 * Math.log10((on - off) / off) : Number.NaN;

/** Returns the carrier's frequency from the recording's centre in Hz, from the phase between neighbours of the mixed samples. */
export const carrierOf = ({ offsetHz, sampleRateHz }: Tuning, re: number, im: number) =>
  offsetHz + (Math.atan2(im, re) * sampleRateHz) / (2 * Math.PI);
