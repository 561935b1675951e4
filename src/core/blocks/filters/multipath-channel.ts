import { parseRange } from "../../configuration/fields.ts";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { pathsOf, tapsOf, type Taps } from "../../channel/paths.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { inAndOut, SAMPLE_TYPE } from "../definition.ts";

const fields = {
  type: SAMPLE_TYPE,
  gains: field.range("Gains", "The gain of each ray in dB, with commas between them.", {
    default: "0,-6",
    min: -200,
    max: 100,
  }),
  phases: field.range(
    "Phases",
    "The phase of each ray in degrees, or one number for all. Real samples have 0, 180 or −180.",
    {
      default: "0",
      min: -360,
      max: 360,
    },
  ),
  delays: field.range(
    "Delays",
    "The delay of each ray, with commas between them. Fractions of a sample are interpolated.",
    {
      default: "0,3.5",
      min: -1e6,
      max: 1e6,
    },
  ),
  unit: field.choice("Unit of delays", "Samples, or nanoseconds at the rate that a source gives.", ["samples", "ns"], {
    default: "samples",
  }),
};

export type MultipathChannel = ValuesOf<typeof fields>;

/**
 * Returns the channel's taps.
 *
 * @param hz Samples per second, if known.
 * @throws RangeError for lists that do not fit each other, phases that real samples cannot have, and an unknown rate.
 */
export function channelTaps({ type, gains, phases, delays, unit }: MultipathChannel, hz: number | undefined): Taps {
  const [amplitudes, angles, instants] = [gains, phases, delays].map((text) => parseRange(text));
  const count = amplitudes.length;
  if (instants.length !== count || (angles.length !== 1 && angles.length !== count)) {
    throw new RangeError(
      `Each ray has a gain, a phase and a delay: got ${count} gains, ${angles.length} phases and ${instants.length} delays.`,
    );
  }
  const slanted = type === "real" ? angles.find((angle) => angle % 180 !== 0) : undefined;
  if (slanted !== undefined) {
    throw new RangeError(
      `A ray of real samples has the phase 0, 180, −180, 360 or −360 degrees, got ${slanted}. Choose complex samples.`,
    );
  }
  if (unit === "ns" && hz === undefined) {
    throw new RangeError("Delays in nanoseconds need a sample rate, and no source names one. Give delays in samples.");
  }
  // One unit of delay is one sample, or one nanosecond.
  const sampleRate = unit === "ns" ? (hz ?? 1) : 1e9;
  const rays = amplitudes.map((gain, i) => ({
    attenuationDb: -gain,
    phaseDeg: angles[i % angles.length],
    delayNs: instants[i],
  }));
  const span = (Math.max(...instants) - Math.min(...instants)) * 1e-9 * sampleRate;
  if (span > MOST_SPAN) {
    throw new RangeError(`The delays span ${Math.ceil(span)} samples, more than ${MOST_SPAN}. Choose smaller delays.`);
  }
  const paths = pathsOf(rays, sampleRate);
  const earliest = Math.min(...paths.map(({ delay }) => delay));
  return tapsOf(paths.map(({ gain, delay }) => ({ gain, delay: wholeIfClose(delay - earliest) })));
}

/** Products and differences of decimal fractions miss whole numbers by rounding errors, and these would need 32 taps. */
const wholeIfClose = (value: number) => (Math.abs(value - Math.round(value)) < 1e-9 ? Math.round(value) : value);

/** Most samples from the earliest ray to the latest: with the interpolation they are as many taps as the FFT filter takes. */
const MOST_SPAN = 2000;

export const multipathChannel = defineBlock({
  title: "Multipath channel",
  category: "filters",
  summary: "Adds rays with their gains, phases and delays, as they arrive over several paths.",
  formula: "y[n] = Σ_r g_r·e^{jφ_r}·x(n − d_r + d_first − D), D = 0 if all differences of delays are whole, else 15",
  help:
    "The earliest ray arrives at once, and fractions of a sample delay the whole signal by 15 samples more: a windowed sinc of 32 taps " +
    "interpolates. It is accurate for signals within ±0.41 of the sample rate. A ray's phase does not change with its delay. " +
    "For a known impulse response take the FIR filter, and add noise from a noise source. Numbers that are NaN or infinite count as zero.",
  keywords: [
    "channels_channel_model",
    "channels_fading_model",
    "echo",
    "fractional delay",
    "rays",
    "intersymbol interference",
  ],
  fields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./multipath-channel.plan.ts")).createMultipathChannel,
});
