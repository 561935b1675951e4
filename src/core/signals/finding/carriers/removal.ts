import { binPowersOf, fastLength } from "../../../fft/fft.float64.ts";
import type { SteadyCarrier } from "../../detection.ts";

/** Largest ratio of a carrier's power to the one that was found: gain steps change it. */
const RATIO = 4;
/** Steps in which the frequency is refined, in cells of 1 over the length: a parabola through three points of a smooth peak is right within a tenth of the step. */
const STEPS = [0.5, 0.1, 0.01, 0.001];

/** A carrier in samples: c·e^{j2π·cycles·n}. */
interface Tone {
  cycles: number;
  re: number;
  im: number;
}

/**
 * Subtracts steady carriers from samples, in place. Each is the sinusoid that fits best, by the maximum of the spectrum under Hann's window; a wide
 * signal over it loses about one cell of its spectrum. A carrier that is not there with the power that was found is left.
 *
 * @param samples Complex samples, interleaved. @param carriers Hz from frequency 0 of the samples.
 */
export function removeCarriers(samples: Float64Array, sampleRateHz: number, carriers: readonly SteadyCarrier[]): void {
  // Otherwise a strong one would leak into the spectrum in which a weak one is looked for.
  for (const { hz, withinHz, power } of carriers.toSorted((a, b) => b.power - a.power)) {
    const tone = toneNear(samples, hz / sampleRateHz, withinHz / sampleRateHz);
    const own = tone.re ** 2 + tone.im ** 2;
    if (own <= RATIO * power && power <= RATIO * own) subtract(samples, tone);
  }
}

/** Returns the strongest tone within a distance of a frequency, in cycles per sample. */
export function toneNear(samples: Float64Array, cycles: number, distance: number): Tone {
  const count = samples.length / 2;
  const size = fastLength(2 * count);
  const powers = binPowersOf(size, (x) => {
    for (let n = 0; n < count; n++) {
      const weight = hann(n, count);
      x[2 * n] = weight * samples[2 * n];
      x[2 * n + 1] = weight * samples[2 * n + 1];
    }
  });
  const at = (k: number) => powers[((k % size) + size) % size];
  const [from, to] = [Math.ceil((cycles - distance) * size), Math.floor((cycles + distance) * size)];
  let best = Math.round(cycles * size);
  for (let k = from; k <= to; k++) if (at(k) > at(best)) best = k;
  let tone = toneAt(samples, best / size);
  for (const step of STEPS) {
    const [before, here, after] = [-1, 0, 1].map((side) => {
      const { re, im } = side === 0 ? tone : toneAt(samples, tone.cycles + (side * step) / count);
      return Math.log(Math.max(re ** 2 + im ** 2, Number.MIN_VALUE));
    });
    const offset = (after - before) / (2 * (2 * here - before - after) || 1);
    tone = toneAt(samples, tone.cycles + (Math.max(-1, Math.min(1, offset)) * step) / count);
  }
  return tone;
}

/** Hann's window, which is 0 just outside of the samples. */
const hann = (n: number, count: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 1)) / (count + 1));

/** Returns the mean of the samples, mixed to a frequency, under Hann's window. */
function toneAt(samples: Float64Array, cycles: number): Tone {
  const count = samples.length / 2;
  let [re, im, sum] = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    const weight = hann(n, count);
    const angle = -2 * Math.PI * ((cycles * n) % 1);
    const [c, s] = [weight * Math.cos(angle), weight * Math.sin(angle)];
    re += c * samples[2 * n] - s * samples[2 * n + 1];
    im += c * samples[2 * n + 1] + s * samples[2 * n];
    sum += weight;
  }
  return { cycles, re: re / sum, im: im / sum };
}

function subtract(samples: Float64Array, { cycles, re, im }: Tone): void {
  for (let n = 0; n < samples.length / 2; n++) {
    const angle = 2 * Math.PI * ((cycles * n) % 1);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    samples[2 * n] -= re * c - im * s;
    samples[2 * n + 1] -= re * s + im * c;
  }
}
