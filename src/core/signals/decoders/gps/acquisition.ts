import { createPffft } from "../../../fft/pffft.ts";
import { CHIP_RATE, CODE_CHIPS, coarseCode, SATELLITES } from "./code.ts";

/** Rate of the samples, Hz, and samples of a code's period, a power of two. */
export const GPS_RATE = 2.048e6;
const PERIOD = 2048;
/** Periods in which satellites are found, and further ones that must agree. */
const HALF = 20;
const PERIODS = 2 * HALF;
export const WINDOW = PERIODS * PERIOD;
/** Carriers that are tried: steps of half the inverse of a period, up to 12 kHz, which receivers may be off. */
const STEP_HZ = 500;
const MOST_STEPS = 24;
/**
 * Least sums of the likeness over 20 periods. In noise each one is exponentially distributed with mean 1. A sum reaches 60 with a probability of
 * 6·10^-10, and 45 with 10^-5. Of 3·10^6 sums in one window, noise passes both tests once in 5·10^6 windows.
 */
const [LEAST_FIRST, LEAST_SECOND] = [60, 45];

/**
 * A tone or another signal that repeats in each period makes sums that spread more than the sums of noise, whose variance is 20. Its largest sum is no
 * satellite, unless it stands out far from all others, as in recordings that are nearly free of noise.
 */
const [MOST_VARIANCE, CLEAR] = [26, 8];
/** Samples around a peak that belong to it. */
const PEAK = 4;

export interface AcquiredSatellite {
  prn: number;
  /** Carrier, Hz. */
  dopplerHz: number;
  /** The code's chip at the first sample, 0 to 1023, with a fraction. */
  codePhase: number;
  /** Carrier power over the noise density, dB Hz. */
  cn0DbHz: number;
}

/** Creates the acquisition. It transforms with PFFFT. */
export async function createAcquisitionOfSatellites() {
  const transform = await createPffft(PERIOD, 2);
  const codes = Array.from({ length: SATELLITES }, (_, k) => {
    const bits = coarseCode(k + 1);
    const time = transform.vector(0);
    for (let n = 0; n < PERIOD; n++) {
      time[2 * n] = 1 - 2 * bits[Math.floor((n * CODE_CHIPS) / PERIOD)];
      time[2 * n + 1] = 0;
    }
    transform.transform(0, 1);
    return transform.vector(1).slice();
  });
  // Spectra of the periods, and of their samples mixed by half a bin.
  const spectra = [0, 1].map(() => Array.from({ length: PERIODS }, () => new Float32Array(2 * PERIOD)));
  const sums = new Float64Array(PERIOD);

  function load(samples: Float32Array): void {
    for (const [half, periods] of spectra.entries()) {
      for (const [b, spectrum] of periods.entries()) {
        const time = transform.vector(0);
        for (let n = 0; n < PERIOD; n++) {
          const at = 2 * (b * PERIOD + n);
          // A period has half a turn, so the next one begins with the other sign: magnitudes do not need it.
          const angle = (-Math.PI * half * n) / PERIOD;
          const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
          time[2 * n] = samples[at] * cos - samples[at + 1] * sin;
          time[2 * n + 1] = samples[at] * sin + samples[at + 1] * cos;
        }
        transform.transform(0, 1);
        spectrum.set(transform.vector(1));
      }
    }
  }

  /** Correlates a period with a code at a carrier, for all phases of the code. */
  function correlate(prn: number, step: number, period: number): Float32Array {
    const code = codes[prn - 1];
    const half = Math.abs(step % 2);
    const spectrum = spectra[half][period];
    const shift = step - half;
    const product = transform.vector(0);
    for (let i = 0; i < 2 * PERIOD; i += 2) {
      const at = (i + shift) & (2 * PERIOD - 1);
      const re = spectrum[at];
      const im = spectrum[at + 1];
      const a = code[i];
      const b = code[i + 1];
      product[i] = re * a + im * b;
      product[i + 1] = im * a - re * b;
    }
    transform.transform(0, 1, true);
    return transform.vector(1);
  }

  /** Sums the powers of 20 periods for each phase, each relative to the mean: so no loud period counts more than another. */
  function sumPowers(prn: number, step: number, from: number): void {
    sums.fill(0);
    for (let period = from; period < from + HALF; period++) {
      const y = correlate(prn, step, period);
      let total = 0;
      for (let i = 0; i < 2 * PERIOD; i++) total += y[i] * y[i];
      if (!(total > 0)) continue;
      const scale = PERIOD / total;
      for (let n = 0; n < PERIOD; n++) {
        const re = y[2 * n];
        const im = y[2 * n + 1];
        sums[n] += scale * (re * re + im * im);
      }
    }
  }

  function findBest(prn: number) {
    let best = { step: 0, place: 0, sum: 0 };
    for (let step = -MOST_STEPS; step <= MOST_STEPS; step++) {
      sumPowers(prn, step, 0);
      for (let place = 0; place < PERIOD; place++) if (sums[place] > best.sum) best = { step, place, sum: sums[place] };
    }
    return best;
  }

  /** Whether the sums beside the peak spread as in noise, or the peak is far above them. */
  function standsOut(prn: number, { step, place, sum }: { step: number; place: number; sum: number }): boolean {
    sumPowers(prn, step, 0);
    let [second, total, squares, count] = [0, 0, 0, 0];
    for (let n = 0; n < PERIOD; n++) {
      const distance = Math.abs(((n - place + 1.5 * PERIOD) % PERIOD) - PERIOD / 2);
      if (distance <= PEAK) continue;
      second = Math.max(second, sums[n]);
      total += sums[n];
      squares += sums[n] * sums[n];
      count++;
    }
    const mean = total / count;
    return squares / count - mean * mean <= MOST_VARIANCE || sum - mean >= CLEAR * (second - mean);
  }

  /** Whether the further periods have the satellite at nearly the same carrier and phase. */
  function isConfirmed(prn: number, { step, place }: { step: number; place: number }): boolean {
    return [step - 1, step, step + 1].some((near) => {
      sumPowers(prn, near, HALF);
      return [-1, 0, 1].some((move) => sums[(place + move + PERIOD) % PERIOD] >= LEAST_SECOND);
    });
  }

  /** The power of all periods at a phase of the code. */
  function powerAt(prn: number, step: number, place: number): number {
    let power = 0;
    for (let period = 0; period < PERIODS; period++) {
      const y = correlate(prn, step, period);
      power += y[2 * place] ** 2 + y[2 * place + 1] ** 2;
    }
    return power;
  }

  /** Measures carrier and phase more finely than the steps. */
  function measure(prn: number, { step, place }: { step: number; place: number }): AcquiredSatellite {
    const prompts = new Float64Array(2 * PERIODS);
    const around = [0, 0, 0];
    for (let period = 0; period < PERIODS; period++) {
      const y = correlate(prn, step, period);
      let total = 0;
      for (let i = 0; i < 2 * PERIOD; i++) total += y[i] * y[i];
      // The half turn per period of odd steps.
      const sign = step % 2 && period % 2 ? -1 : 1;
      prompts[2 * period] = sign * y[2 * place];
      prompts[2 * period + 1] = sign * y[2 * place + 1];
      for (let move = 0; move < 3; move++) {
        const at = 2 * ((place + move - 1 + PERIOD) % PERIOD);
        if (total > 0) around[move] += (PERIOD * (y[at] ** 2 + y[at + 1] ** 2)) / total / PERIODS;
      }
    }
    // The square of the turn from period to period: data bits change its sign.
    let [re, im] = [0, 0];
    for (let i = 0; i + 3 < prompts.length; i += 2) {
      const a = prompts[i + 2] * prompts[i] + prompts[i + 3] * prompts[i + 1];
      const b = prompts[i + 3] * prompts[i] - prompts[i + 2] * prompts[i + 1];
      re += a * a - b * b;
      im += 2 * a * b;
    }
    let fineHz = (Math.atan2(im, re) / (4 * Math.PI)) * (GPS_RATE / PERIOD);
    // Half way between two steps, half a turn more or less looks the same: the stronger neighbour tells the side.
    const side = Math.sign(powerAt(prn, step + 1, place) - powerAt(prn, step - 1, place));
    if (Math.abs(fineHz) > STEP_HZ / 4 && Math.sign(fineHz) !== side) fineHz += side * STEP_HZ;
    // Magnitudes fall linearly on both sides of the peak: its place is where the two lines meet.
    const [before, peak, after] = around.map((power) => Math.sqrt(Math.max(0, power - 1)));
    const lower = Math.min(before, after);
    const move = peak > lower ? (after - before) / (2 * (peak - lower)) : 0;
    const magnitude = peak + Math.abs(move) * (peak - lower);
    // What a period loses to a carrier beside the step.
    const turn = (Math.PI * fineHz * PERIOD) / GPS_RATE;
    const loss = turn === 0 ? 1 : Math.sin(turn) / turn;
    const samples = place + move;
    const phase = -(samples * CHIP_RATE) / GPS_RATE;
    return {
      prn,
      dopplerHz: step * STEP_HZ + fineHz,
      codePhase: phase - CODE_CHIPS * Math.floor(phase / CODE_CHIPS),
      cn0DbHz: 10 * Math.log10(Math.max(1e-3, (magnitude / loss) ** 2) * (GPS_RATE / PERIOD)),
    };
  }

  /** Finds the satellites in a window of complex samples: {@link WINDOW} at 2.048 MS/s. */
  return (samples: Float32Array): AcquiredSatellite[] => {
    if (samples.every((value) => value === 0)) return [];
    load(samples);
    const found: AcquiredSatellite[] = [];
    for (let prn = 1; prn <= SATELLITES; prn++) {
      const best = findBest(prn);
      if (best.sum >= LEAST_FIRST && standsOut(prn, best) && isConfirmed(prn, best)) found.push(measure(prn, best));
    }
    return found;
  };
}
