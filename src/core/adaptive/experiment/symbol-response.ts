import { pulseTaps } from "../channel/pulse.ts";
import { type AdaptiveExperiment, channelOf, raysOf } from "./experiment.ts";
import { EYE_FINENESS } from "./figures/eye.ts";

/** Returns the index of the strongest tap; of equals, the first. */
export function strongestTap(taps: ArrayLike<number>): number {
  let [peak, most] = [0, 0];
  for (let l = 0; l < taps.length / 2; l++) {
    const power = taps[2 * l] ** 2 + taps[2 * l + 1] ** 2;
    if (power > most * (1 + 1e-9)) [peak, most] = [l, power];
  }
  return peak;
}

/**
 * Returns the response of a channel at rest to one symbol: the real part, turned and scaled by the tap of the decision, over the time
 * in symbols from that tap. Pulses have points between the samples. Empty for channels that change.
 */
export function symbolResponse(config: AdaptiveExperiment): { x: number[]; y: number[] } {
  const { taps, samplesPerSymbol, isRandom, turns } = channelOf(config);
  if (isRandom || turns) return { x: [], y: [] };
  const peak = strongestTap(taps);
  const [re, im] = [taps[2 * peak], taps[2 * peak + 1]];
  const isPulse = config.frontEnd === "pulse" && samplesPerSymbol === 1;
  const phases = isPulse ? EYE_FINENESS : 1;
  const rows = Array.from({ length: phases }, (_, p) =>
    p === 0
      ? taps
      : pulseTaps({
          rays: raysOf(config),
          rolloff: config.rolloff,
          samplesPerSymbol,
          samplingPhase: config.samplingPhase + p / phases,
        }).taps,
  );
  const points = Array.from({ length: (phases * taps.length) / 2 }, (_, n) => {
    const [row, l] = [rows[n % phases], Math.floor(n / phases)];
    const time = (l - peak + (n % phases) / phases) / samplesPerSymbol;
    return [time, (row[2 * l] * re + row[2 * l + 1] * im) / (re * re + im * im)];
  });
  return { x: points.map(([time]) => time), y: points.map(([, value]) => value) };
}
