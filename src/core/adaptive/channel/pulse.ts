/** One ray of a channel. */
export interface PulseRay {
  /** Complex amplitude. */
  gain: readonly [number, number];
  /** In symbols. */
  delay: number;
}

/** Symbols on each side after which a pulse is cut off. Its tail falls as 1/t² and faster. */
const REACH = 16;

/** Returns the raised-cosine pulse at a time in symbols; 1 at 0. `rolloff` is β, above 0 and at most 1. */
export function raisedCosinePulse(t: number, rolloff: number): number {
  const edge = 2 * rolloff * t;
  if (Math.abs(Math.abs(edge) - 1) < 1e-8) return (Math.PI / 4) * sinc(1 / (2 * rolloff));
  return (sinc(t) * Math.cos(Math.PI * rolloff * t)) / (1 - edge ** 2);
}

/** Returns the root-raised-cosine pulse of energy 1 at a time in symbols. Source: Proakis & Salehi, section 9.2. */
export function rootRaisedCosinePulse(t: number, rolloff: number): number {
  if (Math.abs(t) < 1e-8) return 1 - rolloff + (4 * rolloff) / Math.PI;
  if (Math.abs(Math.abs(4 * rolloff * t) - 1) < 1e-8) {
    const angle = Math.PI / (4 * rolloff);
    return (rolloff / Math.SQRT2) * ((1 + 2 / Math.PI) * Math.sin(angle) + (1 - 2 / Math.PI) * Math.cos(angle));
  }
  const sine = Math.sin(Math.PI * t * (1 - rolloff));
  const cosine = 4 * rolloff * t * Math.cos(Math.PI * t * (1 + rolloff));
  return (sine + cosine) / (Math.PI * t * (1 - (4 * rolloff * t) ** 2));
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

export interface PulseChannelConfig {
  rays: readonly PulseRay[];
  rolloff: number;
  /** 1: after the matched filter. 2: after an ideal low-pass of ±1/T. */
  samplesPerSymbol: 1 | 2;
  /** τ: what the sampling clock is late by, in symbols. */
  samplingPhase: number;
}

/**
 * Returns the taps of rays between pulses, complex, scaled to a received energy of 1, and the index of the tap at time 0. With
 * one sample per symbol h = Σ g·RC(t − d), with two h = Σ g·RRC(t − d)/√2; the noise of the samples is white in both.
 */
export function pulseTaps({ rays, rolloff, samplesPerSymbol, samplingPhase }: PulseChannelConfig): {
  taps: Float64Array;
  origin: number;
} {
  const energy = receivedEnergy(rays, rolloff);
  const scale = 1 / Math.sqrt(samplesPerSymbol * energy);
  const pulse = samplesPerSymbol === 1 ? raisedCosinePulse : rootRaisedCosinePulse;
  const latest = Math.max(0, ...rays.map(({ delay }) => delay));
  const first = -REACH * samplesPerSymbol;
  const last = Math.ceil((latest + REACH) * samplesPerSymbol);
  const taps = new Float64Array(2 * (last - first + 1));
  for (let n = first; n <= last; n++) {
    for (const { gain, delay } of rays) {
      const value = scale * pulse(n / samplesPerSymbol + samplingPhase - delay, rolloff);
      taps[2 * (n - first)] += gain[0] * value;
      taps[2 * (n - first) + 1] += gain[1] * value;
    }
  }
  return { taps, origin: -first };
}

/** ∫|Σ g·RRC(t − d)|² dt = ΣΣ g·g'*·RC(d − d'). */
function receivedEnergy(rays: readonly PulseRay[], rolloff: number): number {
  let energy = 0;
  for (const a of rays) {
    for (const b of rays) {
      energy += (a.gain[0] * b.gain[0] + a.gain[1] * b.gain[1]) * raisedCosinePulse(a.delay - b.delay, rolloff);
    }
  }
  return energy;
}

/**
 * Returns |H|² of the folded channel of rays at a frequency in cycles per symbol, scaled to a received energy of 1: the sum
 * over its aliases of the raised cosine's spectrum times |Σ g·e^(−2πjfd)|².
 */
export function foldedPower(rays: readonly PulseRay[], rolloff: number): (frequency: number) => number {
  const energy = receivedEnergy(rays, rolloff);
  return (frequency) => {
    let sum = 0;
    for (const f of [frequency - 1, frequency, frequency + 1]) {
      const pulse = raisedCosineSpectrum(f, rolloff);
      if (pulse === 0) continue;
      let [re, im] = [0, 0];
      for (const { gain, delay } of rays) {
        const [cos, sin] = [Math.cos(2 * Math.PI * f * delay), Math.sin(2 * Math.PI * f * delay)];
        re += gain[0] * cos + gain[1] * sin;
        im += gain[1] * cos - gain[0] * sin;
      }
      sum += (pulse * (re * re + im * im)) / energy;
    }
    return sum;
  };
}

function raisedCosineSpectrum(frequency: number, rolloff: number): number {
  const f = Math.abs(frequency);
  if (f <= (1 - rolloff) / 2) return 1;
  if (f >= (1 + rolloff) / 2) return 0;
  return (1 + Math.cos((Math.PI / rolloff) * (f - (1 - rolloff) / 2))) / 2;
}
