import type { SignalClass } from "../classes.ts";
import { makeBurst } from "./burst.ts";
import { addNoise } from "./draws.ts";
import { createDisturbances, type Disturbances } from "./disturbances.ts";
import type { GeneratorOptions } from "./options.ts";
import type { PlannedBurst } from "./plan.ts";
import type { WaveformTruth } from "./waveform.ts";

/** What is true of a burst, under the names of a detection's fields. */
export interface BurstTruth extends WaveformTruth {
  id: number;
  start: number;
  stop: number;
  centreHz: number;
  absoluteHz: number;
  bandwidthHz: number;
  bandwidth3dBHz: number | null;
  snrDb: number;
  powerDbfs: number;
  carrierOffsetHz: number;
  class: SignalClass;
  rotation: number | null;
  notes: string[];
}

const CHUNK = 2 ** 17;

export const recordingSamples = ({ seconds, rate }: GeneratorOptions) => Math.round(seconds * rate);

/**
 * Makes the samples of planned bursts in noise of power 1 over the rate. They do not depend on the length of the chunks.
 *
 * @param bursts Ordered by their starts, as `planBursts` returns them.
 * @param onTruth Gets what is true of each burst, in their order, before the chunk with the first sample of its edge.
 * @returns Complex samples, interleaved, in chunks.
 */
export function* render(
  bursts: readonly PlannedBurst[],
  options: GeneratorOptions,
  onTruth: (truth: BurstTruth) => void,
  chunk = CHUNK,
): Generator<Float64Array> {
  const samples = recordingSamples(options);
  const disturbances = createDisturbances(options, samples);
  let active: { first: number; samples: Float64Array }[] = [];
  let next = 0;
  // A burst's edge may begin before the edge of an earlier burst, so bursts are made this many samples ahead.
  const ahead = bursts.reduce((most, { lead }) => Math.max(most, lead), 0);
  for (let first = 0; first < samples; first += chunk) {
    const values = new Float64Array(2 * Math.min(chunk, samples - first));
    addNoise(values, options.seed, first);
    const end = first + values.length / 2;
    for (; next < bursts.length && bursts[next].start - ahead < end; next++) {
      const made = makeBurst(bursts[next], options);
      active.push({ first: made.first, samples: made.samples });
      onTruth(truthOf(next + 1, bursts[next], made, disturbances, options));
    }
    for (const burst of active) addBurst(values, first, burst);
    active = active.filter((burst) => burst.first + burst.samples.length / 2 > end);
    disturbances.apply(values, first);
    yield values;
  }
}

function addBurst(values: Float64Array, first: number, burst: { first: number; samples: Float64Array }): void {
  const offset = 2 * (burst.first - first);
  const end = Math.min(values.length, offset + burst.samples.length);
  for (let i = Math.max(0, offset); i < end; i++) values[i] += burst.samples[i - offset];
}

function truthOf(
  id: number,
  burst: PlannedBurst,
  made: ReturnType<typeof makeBurst>,
  disturbances: Disturbances,
  { frequency, dc }: GeneratorOptions,
): BurstTruth {
  const { start, stop, carrier } = burst;
  const { symbolRateHz = null, deviationHz = null, modulationIndex = null } = made.truth;
  const { subcarrierSpacingHz = null, guardSamples = null, bits = null } = made.truth;
  const { centreHz, bandwidthHz, bandwidth3dBHz } = made;
  const gain = disturbances.meanGain(start, stop);
  const notes = [
    dc !== undefined && Math.abs(centreHz) < bandwidthHz / 2 && "dc",
    made.peak * Math.sqrt(gain) > disturbances.limit && "clipped",
    burst.overlaps && "overlap",
    disturbances.hasStep(start, stop) && "gain step",
  ].filter((note) => note !== false);
  return {
    id,
    start,
    stop,
    centreHz,
    absoluteHz: frequency + centreHz,
    bandwidthHz,
    bandwidth3dBHz,
    snrDb: burst.snrDb,
    powerDbfs: 10 * Math.log10(made.power * gain),
    carrierOffsetHz: carrier,
    symbolRateHz,
    deviationHz,
    modulationIndex,
    subcarrierSpacingHz,
    guardSamples,
    class: burst.class,
    bits,
    rotation: bits === null ? null : 0,
    notes,
  };
}
