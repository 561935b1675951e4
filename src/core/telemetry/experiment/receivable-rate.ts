import { IF_RATE } from "../../resampling/if-filter.ts";
import { SAMPLE_RATE } from "../packet.ts";

/** Tolerance of sample rates: a little more than the error of a clock. */
const RATE_TOLERANCE = 1e-3;

const near = (rate: number, nominal: number) => Math.abs(rate / nominal - 1) < RATE_TOLERANCE;

/** Returns a sample rate as text. */
export const megasamplesText = (rate: number) => `${Number((rate / 1e6).toPrecision(7))} MS/s`;

/** True for real samples of a carrier at 70 MHz. A rate that is not given counts as the right one. */
export const isIntermediate = ({ complex, sampleRate = IF_RATE }: { complex: boolean; sampleRate?: number }) =>
  !complex && near(sampleRate, IF_RATE);

/** Why the telemetry receiver does not take a recording; undefined if it does. */
export function telemetryRefusal(recording: {
  title: string;
  complex: boolean;
  sampleRate?: number;
}): string | undefined {
  const { title, complex, sampleRate } = recording;
  if (isIntermediate(recording) || sampleRate === undefined || (complex && near(sampleRate, SAMPLE_RATE)))
    return undefined;
  return (
    `${title} has ${complex ? "complex" : "real"} samples at ${megasamplesText(sampleRate)}. The telemetry receiver takes ` +
    `complex samples at ${megasamplesText(SAMPLE_RATE)}, or real samples at ${megasamplesText(IF_RATE)}. Resample the recording first.`
  );
}
