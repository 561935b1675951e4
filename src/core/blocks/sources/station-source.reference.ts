import { PILOT } from "../../analog/multiplex.ts";
import { phaseOf, phaseTurns } from "../../analog/phase.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import { swingsOf } from "./multiplex-swings.ts";
import type { StationSource } from "./station-source.ts";

export function stationSourceFloat64(parameters: StationSource): Float64Block {
  const { modulation, rate, offset, amplitude, left, right, depth } = parameters;
  const { tones, sidebands } = swingsOf(parameters);
  const steps = [offset, left, right, PILOT].map((frequency) => phaseOf(frequency / rate));
  let next = 0n;
  return (_, firings) => {
    const out = new Float64Array(2 * firings);
    for (let n = 0; n < firings; n++, next++) {
      const [carrier, l, r, pilot] = steps.map((step) => 2 * Math.PI * phaseTurns(next * step));
      const swing =
        sidebands[0] * Math.sin(2 * pilot - l) +
        sidebands[1] * Math.sin(2 * pilot + l) +
        sidebands[2] * Math.sin(2 * pilot - r) +
        sidebands[3] * Math.sin(2 * pilot + r) -
        tones[0] * Math.cos(l) -
        tones[1] * Math.cos(r) -
        tones[2] * Math.cos(pilot);
      const isAm = modulation === "AM";
      const angle = carrier + (isAm ? 0 : 2 * Math.PI * swing);
      const level = amplitude * (isAm ? 1 + (depth / 2) * (Math.sin(l) + Math.sin(r)) : 1);
      out.set([level * Math.cos(angle), level * Math.sin(angle)], 2 * n);
    }
    return { out };
  };
}
