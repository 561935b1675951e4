import { frequencyShift } from "../../analog/mixer.ts";
import type { Place, SampleBlock } from "../../flow/build/block-factory.ts";
import { type Mixer, mixerRate } from "./mixer.ts";

export function createMixer(parameters: Mixer, { hz }: Place): SampleBlock {
  const rate = mixerRate(parameters, hz.in);
  const { setFrequency, ...shift } = frequencyShift(parameters.frequency / rate);
  return { ...shift, set: ({ frequency }: Mixer) => setFrequency(frequency / rate) };
}
