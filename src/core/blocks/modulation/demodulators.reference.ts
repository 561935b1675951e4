import { steadyPilot } from "../../analog/steady-pilot.reference.ts";
import { audioTaps, pilotTaps } from "../../analog/multiplex.ts";
import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import { numbersOfPairs } from "../complex-pairs.ts";
import { convolution } from "../convolution.ts";
import { recursion } from "../recursion.ts";
import { carrierFilter } from "./am-recursion.ts";
import type { AmDemodulator, QuadratureDemodulator, StereoDecoder } from "./demodulators.ts";
import { differenceGain, multiplexRate } from "./multiplex-rate.ts";

export function quadratureDemodulatorFloat64({ gain }: QuadratureDemodulator): Float64Block {
  let [re, im] = [0, 0];
  return ({ in: x }) => ({
    out: numbersOfPairs(x, (a, b) => {
      const [c, s] = [a * re + b * im, b * re - a * im];
      [re, im] = [a, b];
      return c === 0 && s === 0 ? 0 : gain * Math.atan2(s, c);
    }),
  });
}

export function amDemodulatorFloat64(parameters: AmDemodulator, { hz }: Place): Float64Block {
  const filter = recursion("real", carrierFilter(parameters, hz.in ?? 1).sections);
  return ({ in: x }) => ({ out: filter(numbersOfPairs(x, Math.hypot)) });
}

/** Amplitude of the pilot below which the output fades to mono. */
const LEAST_PILOT = 0.02;

/** Both sides are x ± 2·g·x·sin 2θ before the low-pass, from the analytic pilot −j·|p|·e^{jθ}, where it is steady. */
export function stereoDecoderFloat64(parameters: StereoDecoder, place: Place): Float64Block {
  const { decimation, deemphasis } = parameters;
  const rate = multiplexRate(place, decimation);
  const difference = differenceGain(parameters, rate);
  const taps = pilotTaps(rate);
  const delay = (taps.length / 2 - 1) / 2;
  const pilot = convolution({ kind: "real", taps, complexTaps: true });
  const late = convolution({
    kind: "real",
    taps: Float64Array.from({ length: delay + 1 }, (_, k) => Number(k === delay)),
  });
  const audio = convolution({ kind: "complex", taps: audioTaps(rate, deemphasis * 1e-6), down: decimation });
  const steadiness = steadyPilot(rate, LEAST_PILOT);
  return ({ in: x }) => {
    const [p, delayed, steady] = [pilot(x), late(x), steadiness(x)];
    const sides = new Float64Array(2 * x.length);
    for (const [n, value] of delayed.entries()) {
      const [re, im] = [p[2 * n], p[2 * n + 1]];
      const sine = (-2 * difference * steady[n] * re * im) / Math.max(re * re + im * im, LEAST_PILOT ** 2);
      sides.set([value * (1 + 2 * sine), value * (1 - 2 * sine)], 2 * n);
    }
    return { out: audio(sides) };
  };
}
