import { knownWaveform } from "../soqpsk/known-waveform.ts";

const PERIOD = 32;
const PERIODS = 8;

/** One period of the preamble's waveform, each sample's phase in eighths of a turn. The first period differs, because it follows other bits. */
const octants = Array.from({ length: PERIOD }, (_, i) => {
  const at = 2 * (PERIOD + i);
  return Math.round(Math.atan2(knownWaveform[at + 1], knownWaveform[at]) / (Math.PI / 4));
});
const [cosines, sines] = [Math.cos, Math.sin].map((part) =>
  Float64Array.from(octants, (octant) => part((Math.PI / 4) * (octant & 7))),
);

/**
 * Returns T(n) of (2.2) divided by the power, at every n that 256 samples follow. c(n) is the correlation with one period
 * quantized to eight phases.
 *
 * @param samples Complex pairs.
 */
export function preambleMetric(samples: Float64Array): Float64Array {
  const length = samples.length / 2;
  const correlated = new Float64Array(Math.max(0, length - PERIOD + 1));
  const energy = new Float64Array(correlated.length);
  for (let n = 0; n < correlated.length; n++) {
    let [re, im] = [0, 0];
    for (let i = 0; i < PERIOD; i++) {
      const x = samples[2 * (n + i)];
      const y = samples[2 * (n + i) + 1];
      re += x * cosines[i] + y * sines[i];
      im += y * cosines[i] - x * sines[i];
      energy[n] += x * x + y * y;
    }
    correlated[n] = re * re + im * im;
  }
  return Float64Array.from({ length: Math.max(0, length - PERIOD * PERIODS + 1) }, (_, n) => {
    let [L, power] = [0, 0];
    for (let m = 0; m < PERIODS; m++) {
      L += correlated[n + PERIOD * m];
      power += energy[n + PERIOD * m];
    }
    return power > 0 ? L / (PERIOD * power) : 0;
  });
}
