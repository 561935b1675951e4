import { createDraws, type Draws } from "./draws.ts";
import type { GeneratorOptions } from "./options.ts";
import type { PlannedBurst } from "./plan.ts";
import { trueBandwidth } from "./true-bandwidth.ts";
import type { Waveform } from "./waveform.ts";

/** Smallest bandwidth in the SNR, Hz: a tone has one too. */
const LEAST_BANDWIDTH = 2000;
/** Plane waves of the fading. */
const WAVES = 32;

/** A burst's samples at their level and carrier, with what is true of them. */
interface MadeBurst {
  /** Number of the first sample in the recording. */
  first: number;
  /** Complex samples, interleaved. */
  samples: Float64Array;
  /** Hz from the middle of the band. */
  centreHz: number;
  bandwidthHz: number;
  bandwidth3dBHz: number | null;
  /** Mean power from start to stop; the noise over the rate has power 1. */
  power: number;
  /** Largest absolute I or Q. */
  peak: number;
  truth: Waveform["truth"];
}

/** Makes a burst without noise. Its SNR, from its 99 % bandwidth and its mean power, is the planned one. */
export function makeBurst(burst: PlannedBurst, { seed, rate, fading }: GeneratorOptions): MadeBurst {
  const waveform = burst.waveform();
  const { length, lead, bandwidth3dBHz, truth } = waveform;
  const samples = waveform.modulate();
  const channel = createDraws(seed, "channel", burst.number);
  const turn = channel.uniform(0, 2 * Math.PI);
  if (fading > 0) fade(samples, channel, (2 * Math.PI * fading) / rate);
  if (burst.driftHz !== 0) {
    rotate(samples, (n) => (Math.PI * burst.driftHz * n * (n / length - 1)) / rate, lead);
  }
  const { lower, upper, half } = trueBandwidth(samples, rate);
  const bandwidthHz = upper - lower;
  let energy = 0;
  for (let i = 2 * lead; i < 2 * (lead + length); i++) energy += samples[i] ** 2;
  const power = (10 ** (burst.snrDb / 10) * Math.max(LEAST_BANDWIDTH, bandwidthHz)) / rate;
  const scale = Math.sqrt((power * length) / energy);
  rotate(samples, (n) => turn + (2 * Math.PI * burst.carrier * n) / rate, lead);
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    samples[i] *= scale;
    peak = Math.max(peak, Math.abs(samples[i]));
  }
  return {
    first: burst.start - lead,
    samples,
    centreHz: burst.carrier + (lower + upper) / 2,
    bandwidthHz,
    bandwidth3dBHz: bandwidth3dBHz === undefined ? half : bandwidth3dBHz,
    power,
    peak,
    truth,
  };
}

/** Multiplies samples by phasors. @param phase In rad, by the sample's number from the start of the burst. */
function rotate(samples: Float64Array, phase: (n: number) => number, lead: number): void {
  for (let i = 0; i < samples.length; i += 2) multiply(samples, i, phasorOf(phase(i / 2 - lead)));
}

const phasorOf = (angle: number) => [Math.cos(angle), Math.sin(angle)] as const;

function multiply(samples: Float64Array, i: number, [c, s]: readonly [number, number]): void {
  const [re, im] = [samples[i], samples[i + 1]];
  samples[i] = re * c - im * s;
  samples[i + 1] = re * s + im * c;
}

/** Flat Rayleigh fading: plane waves from random directions. @param doppler In rad per sample. */
function fade(samples: Float64Array, draws: Draws, doppler: number): void {
  const waves = Array.from({ length: WAVES }, () => ({
    turn: doppler * Math.cos(draws.uniform(0, 2 * Math.PI)),
    phase: draws.uniform(0, 2 * Math.PI),
  }));
  // The gain changes slowly, so it is computed every few samples and interpolated linearly.
  const every = Math.max(1, Math.floor(0.01 / doppler));
  const gainAt = (n: number) => {
    const gain: [number, number] = [0, 0];
    for (const { turn, phase } of waves) {
      gain[0] += Math.cos(turn * n + phase);
      gain[1] += Math.sin(turn * n + phase);
    }
    return gain;
  };
  let next = gainAt(0);
  for (let from = 0; from < samples.length / 2; from += every) {
    const gain = next;
    next = gainAt(from + every);
    for (let n = from; n < Math.min(from + every, samples.length / 2); n++) {
      const share = (n - from) / every;
      multiply(samples, 2 * n, [gain[0] + share * (next[0] - gain[0]), gain[1] + share * (next[1] - gain[1])]);
    }
  }
}
