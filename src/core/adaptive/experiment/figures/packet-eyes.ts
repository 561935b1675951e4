import { pulseTaps } from "../../channel/pulse.ts";
import { type AdaptiveExperiment, raysOf } from "../experiment.ts";
import type { Estimated, ReadPacket } from "../read-packet.ts";
import { strongestTap } from "../symbol-response.ts";
import { EYE_FINENESS, type EyeTraces, eyeTraces, interpolator } from "./eye.ts";

/** Half the least distance of two points. */
function halfDistance(points: Float64Array): number {
  const [a, b] = points;
  const distances = Array.from({ length: points.length / 2 - 1 }, (_, i) =>
    Math.hypot(points[2 * i + 2] - a, points[2 * i + 3] - b),
  );
  return Math.min(...distances) / 2;
}

const eyeSizes = ({ points }: ReadPacket, { symbols, training, modulation }: AdaptiveExperiment) => ({
  symbols,
  isReal: modulation === "bpsk",
  first: training < symbols ? training : 0,
  half: halfDistance(points),
});

const sentPoint =
  ({ points, sent, guard }: ReadPacket, ahead = 0) =>
  (k: number) => {
    const label = sent[guard + k + ahead];
    return [points[2 * label], points[2 * label + 1]] as const;
  };

/** Returns the eye after an equalizer. */
export function estimatesEye(own: Estimated, read: ReadPacket, config: AdaptiveExperiment): EyeTraces {
  const at = interpolator({ samples: own.estimates, samplesPerSymbol: 1, rolloff: config.rolloff });
  return eyeTraces(at, sentPoint(read, own.ahead), eyeSizes(read, config));
}

/** Returns the eye before the equalizers. At two samples per symbol the pulses reach to (1 + β)/2 of the rate 1/T, and the interpolation is flat there. */
export function receivedEye(read: ReadPacket, config: AdaptiveExperiment): EyeTraces {
  const { received, taps, channel, guard, samplesPerSymbol } = read;
  const peak = strongestTap(taps);
  const [re, im] = channel ? [taps[2 * peak], taps[2 * peak + 1]] : [1, 0];
  const power = re * re + im * im;
  const rolloff = samplesPerSymbol === 2 ? (1 - config.rolloff) / 2 : config.rolloff;
  const signal =
    config.frontEnd === "pulse" && samplesPerSymbol === 1 && channel
      ? pulseSignal(read, config)
      : interpolator({ samples: received, samplesPerSymbol, rolloff });
  const at = (k: number, points: number) => {
    const [a, b] = signal(samplesPerSymbol * (guard + k) + peak, points);
    return [(a * re + b * im) / power, (b * re - a * im) / power] as const;
  };
  return eyeTraces(at, sentPoint(read), eyeSizes(read, config));
}

/** The signal of pulses at any phase of the clock. At one sample per symbol its samples do not fix what is between them; they fix the noise. */
function pulseSignal({ received, sent, points, taps }: ReadPacket, config: AdaptiveExperiment) {
  const rays = raysOf(config);
  const phases = Array.from({ length: EYE_FINENESS }, (_, p) => {
    const samplingPhase = config.samplingPhase + p / EYE_FINENESS;
    return pulseTaps({ rays, rolloff: config.rolloff, samplesPerSymbol: 1, samplingPhase }).taps;
  });
  const pass = (h: ArrayLike<number>, n: number): [number, number] => {
    let [re, im] = [0, 0];
    for (let l = 0; l < Math.min(h.length / 2, n + 1); l++) {
      const label = sent[n - l];
      if (label === undefined) continue;
      const [a, b] = [points[2 * label], points[2 * label + 1]];
      re += h[2 * l] * a - h[2 * l + 1] * b;
      im += h[2 * l] * b + h[2 * l + 1] * a;
    }
    return [re, im];
  };
  const noise = Float64Array.from(received);
  for (let n = 0; n < sent.length; n++) {
    const [re, im] = pass(taps, n);
    noise[2 * n] -= re;
    noise[2 * n + 1] -= im;
  }
  const noiseAt = interpolator({ samples: noise, samplesPerSymbol: 1, rolloff: config.rolloff });
  return (sample: number, at: number): [number, number] => {
    const whole = Math.floor(at / EYE_FINENESS);
    const [re, im] = pass(phases[at - EYE_FINENESS * whole], sample + whole);
    const [a, b] = noiseAt(sample, at);
    return [re + a, im + b];
  };
}
