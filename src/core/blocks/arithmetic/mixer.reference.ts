import { phaseOf, phaseTurns } from "../../analog/phase.ts";
import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import { mapPairs } from "../complex-pairs.ts";
import { type Mixer, mixerRate } from "./mixer.ts";

export function mixerFloat64(parameters: Mixer, { hz }: Place): Float64Block {
  const step = phaseOf(-parameters.frequency / mixerRate(parameters, hz.in));
  let phase = 0n;
  return ({ in: x }) => ({
    out: mapPairs(x, (re, im) => {
      const angle = 2 * Math.PI * phaseTurns(phase);
      phase += step;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return [re * cos - im * sin, re * sin + im * cos];
    }),
  });
}
