import type { BandSamples } from "../synchronizing/spectrum.ts";

/** Blocks this much stronger than this quantile of all are a receiver's transient: a loud start, a click. Rare pulses stay, since more blocks have them. */
const [TRANSIENT, QUANTILE] = [10, 0.95];

/** Power with noise, power without noise, and kurtosis of the signal without its slow changes: 1 for a constant envelope, 2 for Gaussian noise. */
export function burstEnvelopeOf({ samples }: BandSamples, noise: number, block: number) {
  const blocks: { count: number; power: number; fourth: number }[] = [];
  for (let from = 0; from < samples.length / 2; from += block) {
    const to = Math.min(samples.length / 2, from + block);
    let [power, fourth] = [0, 0];
    for (let n = 2 * from; n < 2 * to; n += 2) {
      const value = samples[n] ** 2 + samples[n + 1] ** 2;
      power += value;
      fourth += value * value;
    }
    blocks.push({ count: to - from, power, fourth });
  }
  const mean = ({ count, power }: (typeof blocks)[0]) => power / count;
  const strong = mean(blocks.toSorted((a, b) => mean(a) - mean(b))[Math.floor(QUANTILE * (blocks.length - 1))]);
  let [length, total, fourth, squares] = [0, 0, 0, 0];
  for (const one of blocks) {
    if (mean(one) > TRANSIENT * strong) continue;
    length += one.count;
    total += one.power;
    fourth += one.fourth;
    squares += one.count * Math.max(0, mean(one) - noise) ** 2;
  }
  total /= length;
  const signal = Math.max(0.05 * total, total - noise);
  const kurtosis =
    (fourth / length - 4 * signal * noise - 2 * noise * noise) / Math.max(squares / length, 0.01 * total * total);
  return { total, signal, kurtosis };
}

/** Returns in how many independent values, of length 1/bandwidth, a signal has its power: all of them for a constant envelope, 2 for a filtered impulse. */
export function burstSpreadOf({ samples, sampleRateHz }: BandSamples, bandwidth: number): number {
  let [sum, squares] = [0, 0];
  for (let n = 0; n < samples.length; n += 2) {
    const power = samples[n] ** 2 + samples[n + 1] ** 2;
    sum += power;
    squares += power * power;
  }
  return squares > 0 ? ((sum * sum) / squares) * (bandwidth / sampleRateHz) : 0;
}

/** Mean power of a signal. */
export function burstPowerOf({ samples }: BandSamples): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i] * samples[i];
  return (2 * sum) / samples.length;
}
