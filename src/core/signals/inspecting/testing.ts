import type { SignalClass } from "../classes.ts";
import { toBurst } from "../finding/burst.ts";
import { GENERATOR_DEFAULTS } from "../generator/options.ts";
import { madeRecording } from "../generator/recording.ts";
import type { Detection } from "../detection.ts";

/** One burst of the independent generator, cut by what is true of it. */
export async function testBurst(name: SignalClass, seed: number) {
  const options = {
    ...GENERATOR_DEFAULTS,
    seed,
    bursts: 1,
    classes: [name],
    snr: [30, 30],
    rate: 1e6,
    seconds: 0.1,
  } as const;
  const { content, numbers } = madeRecording({ ...options, classes: [name], snr: [30, 30] }, { format: "cf32" });
  const pieces: number[] = [];
  for await (const piece of numbers) for (const value of piece) pieces.push(value);
  const truth = content.annotations![0].metadata as unknown as Detection;
  const half = truth.bandwidthHz / 2;
  const box = {
    ...truth,
    lowHz: truth.centreHz - half,
    highHz: truth.centreHz + half,
    noiseDensity: 1 / options.rate,
    notes: [],
  };
  const burst = toBurst(pieces, options.rate, box);
  return { burst, signal: { ...truth, start: burst.start, stop: burst.stop } };
}
