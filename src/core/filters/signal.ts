import type { Signal } from "../capture/signal.ts";
import { normals, philox } from "../random/philox.ts";
import { type FilterExperiment, kindOf, designRate, toneFrequencies } from "./experiment.ts";

/** Philox streams of the noise and of the tones' phases. */
const NOISE_STREAM = 48;
const PHASE_STREAM = 49;

/**
 * Returns the generated signal of an experiment. Each sample depends only on its index and the seed. Tones and chirps have an amplitude of
 * 1 together, white noise alone a power of 1.
 *
 * @throws RangeError for tones out of range, and where the signal is a recording.
 */
export function madeSignal(config: FilterExperiment): Signal {
  const { signal, samples, seed, snr } = config;
  const kind = kindOf(config);
  const width = kind === "complex" ? 2 : 1;
  const clean = cleanSignal(config);
  const sigma = signal === "noise" ? 1 / Math.sqrt(width) : Math.sqrt(clean.power / 10 ** (snr / 10) / width);
  return {
    kind,
    rate: designRate(config),
    samples,
    async read(start, count) {
      const end = Math.min(start + count, samples);
      const out = new Float32Array(width * Math.max(0, end - start));
      const noise = noiseReader(seed);
      for (let n = start, i = 0; n < end; n++, i += width) {
        const turns = clean.turns(n);
        let [re, im] = [0, 0];
        for (const turn of turns) {
          re += Math.cos(2 * Math.PI * turn);
          if (width === 2) im += Math.sin(2 * Math.PI * turn);
        }
        out[i] = clean.amplitude * re + sigma * noise(width * n);
        if (width === 2) out[i + 1] = clean.amplitude * im + sigma * noise(width * n + 1);
      }
      return out;
    },
  };
}

interface Clean {
  /** Mean |x|². */
  power: number;
  amplitude: number;
  /** Phases of the signal's components at a sample, in turns. */
  turns(n: number): number[];
}

function cleanSignal(config: FilterExperiment): Clean {
  const { signal, samples, seed } = config;
  const real = kindOf(config) === "real";
  if (signal === "recording")
    throw new RangeError("filters: a recording cannot be generated; open one, or choose another signal");
  if (signal === "noise") return { power: 1, amplitude: 0, turns: () => [] };
  if (signal === "chirp") {
    const [from, to] = real ? [0, 0.5] : [-0.5, 0.5];
    const slope = (to - from) / samples;
    return { power: real ? 0.5 : 1, amplitude: 1, turns: (n) => [(from * n + (slope * n * n) / 2) % 1] };
  }
  const tones = toneFrequencies(config);
  const phases = tones.map((_, i) => philox([i, 0, 0, 0], [seed, PHASE_STREAM])[0] / 2 ** 32);
  const amplitude = 1 / tones.length;
  // A real tone at frequency 0 or at half the rate would have twice the power. So would two complex tones at one frequency.
  const power = amplitude ** 2 * tones.length * (real ? 0.5 : 1);
  return { power, amplitude, turns: (n) => tones.map((f, i) => (f * n + phases[i]) % 1) };
}

/** Returns standard normal number i, fast for rising i. */
function noiseReader(seed: number): (i: number) => number {
  let group = -1;
  let four: number[] = [];
  return (i) => {
    const wanted = Math.floor(i / 4);
    if (wanted !== group) {
      group = wanted;
      const words = philox([wanted >>> 0, Math.floor(wanted / 2 ** 32), 0, 0], [seed, NOISE_STREAM]);
      four = [...normals(words[0], words[1]), ...normals(words[2], words[3])];
    }
    return four[i % 4];
  };
}
