import { phaseTurns } from "../../analog/phase.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { ChirpSource } from "./chirp-source.ts";
import { phaseAt, sweepOf } from "./sweep.ts";

export function chirpSourceFloat64(parameters: ChirpSource): Float64Block {
  const { type, amplitude } = parameters;
  const sweep = sweepOf(parameters);
  const length = BigInt(sweep.length);
  let next = 0n;
  return (_, firings) => {
    const out = new Float64Array(type === "complex" ? 2 * firings : firings);
    for (let n = 0; n < firings; n++, next++) {
      const phase = (next / length) * phaseAt(sweep, length) + phaseAt(sweep, next % length);
      const angle = 2 * Math.PI * phaseTurns(phase);
      if (type === "real") out[n] = amplitude * Math.cos(angle);
      else out.set([amplitude * Math.cos(angle), amplitude * Math.sin(angle)], 2 * n);
    }
    return { out };
  };
}
