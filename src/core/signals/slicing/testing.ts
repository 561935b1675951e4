import { testRandom } from "../../gpu/testing.ts";
import type { SignalClass } from "../classes.ts";
import type { Burst } from "../detection.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { type BurstTruth, render } from "../generator/render.ts";

/** A recording as one burst at its rate, with its place. */
export const wholeBurst = (samples: Float64Array, rate: number, [start, stop]: readonly [number, number]): Burst => ({
  samples,
  sampleRateHz: rate,
  first: 0,
  decimation: 1,
  centreHz: 0,
  widthHz: rate,
  passHz: rate,
  start,
  stop,
  noiseDensity: 1 / rate,
  notes: [],
});

/** Returns one burst of a class by the generator, and what is true of it. */
export function madeBurst(
  name: SignalClass,
  options: Partial<GeneratorOptions>,
): { burst: Burst; truth: BurstTruth & { bits: string } } {
  const all = { ...GENERATOR_DEFAULTS, bursts: 1, seconds: 0.1, classes: [name], ...options };
  const samples = new Float64Array(2 * all.rate * all.seconds);
  const truths: BurstTruth[] = [];
  let at = 0;
  for (const piece of render(planBursts(all), all, (truth) => truths.push(truth))) {
    samples.set(piece, at);
    at += piece.length;
  }
  const [truth] = truths;
  return {
    burst: wholeBurst(samples, all.rate, [truth.start, truth.stop]),
    truth: { ...truth, bits: truth.bits ?? "" },
  };
}

interface Keyed {
  rate: number;
  symbolRate: number;
  /** Half the distance of the tones, Hz. */
  deviation: number;
  count: number;
  seed: number;
  /** Change of the carrier over the burst, Hz, and of the symbol rate as a share. */
  drift?: number;
  clockDrift?: number;
  /** Share of ones. */
  ones?: number;
  /** Largest I and Q; the amplitude is 1. */
  limit?: number;
}

/** Returns 2-FSK of random bits in noise 26 dB below it, with 8 symbols of noise before and after. */
export function keyed(shape: Keyed): { symbols: string; samples(carrier: number): Float64Array } {
  const { rate, symbolRate, deviation, count, seed, drift = 0, clockDrift = 0, ones = 0.5, limit = Infinity } = shape;
  const random = testRandom(seed);
  const symbols = Array.from({ length: count }, () => (random() < ones ? "1" : "0")).join("");
  const length = Math.round(((count + 16) * rate) / symbolRate);
  const samples = (carrier: number) => {
    const noise = testRandom(seed + 1);
    const values = new Float64Array(2 * length);
    for (let n = 0, phase = 1; n < length; n++) {
      const place = n / length - 0.5;
      const at = Math.floor((n * symbolRate * (1 + clockDrift * place)) / rate - 8);
      const tone = symbols[at] === "1" ? deviation : -deviation;
      phase += (2 * Math.PI * (carrier + drift * place + tone)) / rate;
      const amplitude = at >= 0 && at < count ? 1 : 0;
      const [re, im] = [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
      for (const [part, value] of [re, im].entries()) {
        // A sum of twelve uniform numbers is nearly normal.
        let sum = -6;
        for (let i = 0; i < 12; i++) sum += noise();
        values[2 * n + part] = Math.max(-limit, Math.min(limit, value + 0.035 * sum));
      }
    }
    return values;
  };
  return { symbols, samples };
}

interface PulseShape {
  /** Symbols by which pulses are shorter than they should be. */
  short?: number;
  /** Share of the amplitude that is lost until the end. */
  fade?: number;
  limit?: number;
  /** Change of the carrier over the burst, Hz. */
  drift?: number;
  rate?: number;
  symbolRate?: number;
}

/** Returns OOK at 1 kHz in noise 26 dB below it, with 10 symbols of noise before and after. */
export function pulses(bits: string, shape: PulseShape): Burst {
  const { short = 0, fade = 0, limit = Infinity, drift = 0, rate = 50e3, symbolRate = 2000 } = shape;
  const random = testRandom(bits.length);
  const period = rate / symbolRate;
  const samples = new Float64Array(2 * Math.round((bits.length + 20) * period));
  for (let n = 0, phase = 0; n < samples.length / 2; n++) {
    const place = (2 * n) / samples.length;
    phase += (2 * Math.PI * (1000 + drift * (place - 0.5))) / rate;
    const at = n / period - 10;
    // A pulse ends early: the symbol is on if the carrier is on a little later, too.
    const isOn = bits[Math.floor(at)] === "1" && bits[Math.floor(at + short)] === "1";
    const amplitude = isOn ? 1 - fade * place : 0;
    for (const [part, value] of [Math.cos(phase), Math.sin(phase)].entries()) {
      let sum = -6;
      for (let i = 0; i < 12; i++) sum += random();
      samples[2 * n + part] = Math.max(-limit, Math.min(limit, amplitude * value + 0.035 * sum));
    }
  }
  return wholeBurst(samples, rate, [Math.round(10 * period), Math.round((10 + bits.length) * period)]);
}
