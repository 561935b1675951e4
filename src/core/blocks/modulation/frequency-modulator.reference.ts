import type { Float64Block } from "../../flow/build/block-factory.ts";
import { finiteNumbers } from "../finite-numbers.ts";
import type { FrequencyModulator } from "./frequency-modulator.ts";

export function frequencyModulatorFloat64({ sensitivity }: FrequencyModulator): Float64Block {
  let phase = 0;
  return ({ in: given }) => {
    const x = finiteNumbers(given);
    const out = Float64Array.from({ length: 2 * x.length }, (_, i) => {
      if (i % 2 === 0) phase = (phase + sensitivity * x[i / 2]) % (2 * Math.PI);
      return i % 2 ? Math.sin(phase) : Math.cos(phase);
    });
    return { out };
  };
}
