import type { Impairments } from "../../channel/impairments.ts";
import type { Propagation } from "../channel/multipath.ts";
import { directPower, noiseVariance, receivedPower } from "../channel/noise.ts";
import { linkPaths, type LinkSettings, recordingLength } from "./settings.ts";

/** Returns a link's data, channel and front end as the plans of the transmitter take them, and its length in samples. */
export function linkSignal(scenario: LinkSettings) {
  const { seed, data, firstOffset, timing, frequencyOffset, phase, ebn0Reference } = scenario;
  const paths = linkPaths(scenario);
  const power = ebn0Reference === "direct" ? directPower(paths) : receivedPower(paths);
  return {
    length: recordingLength(scenario),
    data: { source: data, seed },
    propagation: { paths, firstOffset, timing } satisfies Propagation,
    impairments: (ebn0: number): Impairments => ({
      frequencyOffset,
      phase: (phase * Math.PI) / 180,
      noiseVariance: noiseVariance(power, ebn0),
      seed,
    }),
  };
}
