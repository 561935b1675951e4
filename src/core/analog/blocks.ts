import { magnitudePower } from "../arithmetic/magnitude.ts";
import { type Block, oneSampleBlock, type Page } from "../flow/graph/block.ts";
import { frequencyShift } from "./mixer.ts";
import { createQuadrature } from "./quadrature.ts";
import { createStereoDecoder, type StereoConfig, stereoDelay } from "./stereo.ts";

/** AM demodulation: the magnitude, from which a high-pass filter removes the carrier. */
export const envelopeBlock = () =>
  oneSampleBlock("analog/envelope", magnitudePower("complex", 1), { input: "complex", output: "real" });

/** Tuning: shifts a frequency in cycles per sample to 0. */
export const mixerBlock = (frequency: number) =>
  oneSampleBlock("analog/mixer", frequencyShift(frequency), { input: "complex", output: "complex" });

/** FM demodulation: an output belongs to the interval between two samples. */
export function quadratureBlock(config: { gain?: number } = {}): Block {
  return {
    label: "analog/quadrature",
    input: "complex",
    output: "real",
    up: 1,
    down: 1,
    multiple: 1,
    delay: 0.5,
    create: (device, page) => createQuadrature(device, { ...page, ...config }),
  };
}

/** FM stereo decoding: left and right as the parts of complex samples. */
export function stereoBlock(config: Omit<StereoConfig, keyof Page>): Block {
  const { rate, decimation = 1 } = config;
  return {
    label: "analog/stereo",
    input: "real",
    output: "complex",
    up: 1,
    down: decimation,
    multiple: decimation,
    delay: stereoDelay(rate),
    create: (device, page) => createStereoDecoder(device, { ...page, ...config }),
  };
}
