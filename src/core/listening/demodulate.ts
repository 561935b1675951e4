import type { Gpu } from "../gpu/device.ts";
import { chainDelay, outputSamples } from "../flow/graph/rate.ts";
import { runStream, type StreamStep } from "../flow/run/run-stream.ts";
import { findPilot, type Pilot } from "../analog/pilot.ts";
import { type RadioConfig, radioOf } from "./radio.ts";
import type { Signal } from "../capture/signal.ts";

/** The format of audio, known before it is computed. */
export interface AudioFormat {
  /** Samples/s. */
  rate: number;
  /** 2 for pairs of left and right. */
  channels: 1 | 2;
  samples: number;
}

export interface AudioStep {
  /** float32, pairs where there are two channels. */
  samples: Float32Array<ArrayBuffer>;
  progress: number;
}

/** Approximate number of samples of the recording per page. */
const PAGE = 2 ** 18;
/** Samples of a demodulated signal from which to measure its carrier or its pilot. */
const JUDGED = 2 ** 18;
/** Places of a recording, as shares of it, at which a pilot is searched: a station may come later than the recording begins. */
const PLACES = [0, 0.5, 1];

/**
 * Demodulates a recording of any length: yields the format with the delay in samples, then the samples page by page. FM's full deviation is 1, and AM's full
 * modulation of the carrier that the recording begins with. It is silent during the filters' transients, at most for a part of the recording.
 *
 * @throws RangeError for real recordings, for rates too low for the mode, and for a station outside the recording.
 */
export async function demodulate(
  gpu: Pick<Gpu, "device">,
  config: RadioConfig,
  x: Signal,
  { signal }: { signal?: AbortSignal } = {},
): Promise<AudioFormat & { delay: number; pilot?: Pilot; steps: AsyncGenerator<AudioStep> }> {
  if (x.kind === "real") {
    throw new RangeError("demodulate: must have complex samples (I and Q), got real ones, which may be audio already");
  }
  const pilot = config.mode === "am" ? undefined : await pilotOf(gpu, config, x, signal);
  const carrier = config.mode === "am" ? await carrierOf(gpu, config, x, signal) : undefined;
  const { blocks, kind, rate, settling } = radioOf(config, x.rate, {
    carrier: carrier || undefined,
    isStereo: pilot !== undefined,
  });
  const channels = kind === "complex" ? 2 : 1;
  const samples = outputSamples(blocks, x.samples);
  const silent = Math.ceil(Math.min(settling, MOST_SILENT * samples));
  return {
    rate,
    channels,
    samples,
    delay: chainDelay(blocks),
    pilot,
    steps: settled(runStream(gpu, x, blocks, { page: PAGE, signal }), channels * silent, channels),
  };
}

/** Returns the mean of the envelope that the recording begins with, behind the filters' transient. */
async function carrierOf(gpu: Pick<Gpu, "device">, config: RadioConfig, x: Signal, signal?: AbortSignal) {
  const envelope = await demodulatedPart(gpu, config, x, 0, signal);
  const transient = 2 * chainDelay(radioOf(config, x.rate).demodulator);
  const settled = envelope.subarray(Math.min(Math.ceil(transient), envelope.length >> 1));
  // Hann's weights keep parts of a modulation's period out of the mean.
  const weightOf = (n: number) => 2 * Math.sin((Math.PI * (n + 0.5)) / settled.length) ** 2;
  return settled.reduce((sum, value, n) => sum + weightOf(n) * value, 0) / settled.length;
}

/** Returns the first pilot that is found at some places of the recording. */
async function pilotOf(gpu: Pick<Gpu, "device">, config: RadioConfig, x: Signal, signal?: AbortSignal) {
  const { demodulated } = radioOf(config, x.rate);
  const isShort = x.samples <= judgedSamples(config, x);
  // Only stereo depends on it.
  for (const place of config.mode === "fm" || isShort ? [0] : PLACES) {
    const pilot = findPilot(await demodulatedPart(gpu, config, x, place, signal), demodulated);
    if (pilot) return pilot;
  }
  return undefined;
}

/** Largest part of a short recording that may be silent. */
const MOST_SILENT = 0.25;

/** The numbers without the first ones. */
async function* settled(steps: AsyncIterable<StreamStep>, silent: number, channels: number) {
  for await (const step of steps) {
    step.samples.fill(0, 0, Math.max(0, silent - channels * step.first));
    yield step;
  }
}

/** Samples of the recording from which to measure. */
function judgedSamples(config: RadioConfig, x: Signal): number {
  return Math.min(x.samples, Math.ceil((JUDGED * x.rate) / radioOf(config, x.rate).demodulated));
}

/** Demodulates a part of a recording. @param place Its place, from 0 at the beginning to 1 at the end. */
async function demodulatedPart(
  gpu: Pick<Gpu, "device">,
  config: RadioConfig,
  x: Signal,
  place: number,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const { demodulator } = radioOf(config, x.rate);
  const samples = judgedSamples(config, x);
  const first = Math.floor(place * (x.samples - samples));
  const part: Signal = { ...x, samples, read: (start, count) => x.read(first + start, count) };
  const found = new Float32Array(outputSamples(demodulator, samples));
  for await (const step of runStream(gpu, part, demodulator, { page: PAGE, signal })) {
    found.set(step.samples, step.first);
  }
  return found;
}
