import type { DecodedFrame, FmDecoder, FmFrame, RecordingDecoder } from "../decoder.ts";
import { createTuner } from "../tuner.ts";
import { channelCentres, createFmChannel } from "./channel.ts";

/** A frame is certain when channels beside it had this time to give the same one, seconds. */
const HOLD_SECONDS = 2;
/** Frames at the same time that are closer than this are the same, Hz. */
const SAME_HZ = 4000;
/** Distance of a channel in which a signal is only distorted, in widths of the channel. */
const DISTORTED = 0.75;
/** Samples per mean of the frequency, and means that are kept. */
const MEAN_SAMPLES = 256;
const MOST_MEANS = 2 ** 16;

/** Rate and half the pass band of a tuned stream, in widths of the channel. */
const [TUNED_RATE, TUNED_PASS] = [5, 1.25];

export interface FmReception {
  /** Name of the decoder. */
  name: string;
  create(rateHz: number): FmDecoder;
  sampleRateHz: number;
  /** Width of a channel, Hz. */
  channelHz: number;
}

/** A decoder and where its samples lie. */
interface Branch {
  push(samples: Float32Array | Float64Array): Found[];
  end(): Found[];
}

interface Found {
  frame: DecodedFrame;
  /** Distance from the middle of its channel, Hz. */
  offset: number;
}

/** Decodes real samples as FM audio. */
export function createAudioReceiver({ name, create, sampleRateHz }: FmReception): RecordingDecoder {
  const decoder = create(sampleRateHz);
  const framed = (frames: readonly FmFrame[]) => frames.map((frame) => ({ frame: decodedOf(name, frame), offset: 0 }));
  const branch: Branch = {
    push: (samples) =>
      framed(decoder.push(Float64Array.from({ length: samples.length / 2 }, (_, n) => samples[2 * n]))),
    end: () => framed(decoder.end()),
  };
  return distinct([branch], sampleRateHz, sampleRateHz);
}

/**
 * Decodes complex samples in channels side by side, a quarter of a width apart. No signal has to be found first: a frame
 * that several channels give counts once.
 */
export function createChannelReceiver(
  reception: FmReception,
  centres: readonly number[] = channelCentres(reception.sampleRateHz, reception.channelHz),
): RecordingDecoder {
  const { sampleRateHz, channelHz } = reception;
  return distinct(
    centres.map((centre) => channelBranch(reception, centre)),
    sampleRateHz,
    channelHz,
  );
}

/**
 * Decodes the channels around one frequency of a recording at a high rate.
 *
 * @param offsetHz The frequency, Hz from the recording's centre.
 */
export function createTunedReceiver(reception: FmReception, offsetHz: number): RecordingDecoder {
  const { sampleRateHz, channelHz } = reception;
  const toHz = TUNED_RATE * channelHz;
  const tuner = createTuner({ fromHz: sampleRateHz, toHz, offsetHz, passHz: TUNED_PASS * channelHz });
  const step = channelHz / 4;
  const centres = [-2, -1, 0, 1, 2].map((k) => k * step);
  const receiver = createChannelReceiver({ ...reception, sampleRateHz: toHz }, centres);
  const scale = sampleRateHz / toHz;
  const placed = (frames: readonly DecodedFrame[]) =>
    frames.map((frame) => ({
      ...frame,
      start: Math.round(frame.start * scale),
      stop: Math.round(frame.stop * scale),
      centreHz: Math.round(frame.centreHz + offsetHz),
    }));
  return {
    push: (samples) => placed(receiver.push(tuner.push(samples))),
    end: () => placed([...receiver.push(tuner.end()), ...receiver.end()]),
  };
}

function channelBranch({ name, create, sampleRateHz, channelHz }: FmReception, centreHz: number): Branch {
  const channel = createFmChannel(sampleRateHz, centreHz, channelHz);
  const decoder = create(channel.rateHz);
  const mean = createMeans();
  const framed = (frames: readonly FmFrame[]) =>
    frames.map((frame): Found => {
      const offset = frame.middle ?? mean.over(frame.start, frame.stop);
      const { start, stop } = frame;
      const place = (at: number) => (at - 0.5) * channel.decimation;
      const decoded = decodedOf(name, { ...frame, start: place(start), stop: place(stop) });
      return { frame: { ...decoded, centreHz: Math.round(centreHz + offset) }, offset: Math.abs(offset) };
    });
  const run = (frequency: Float64Array) => {
    mean.push(frequency);
    return framed(decoder.push(frequency));
  };
  return {
    push: (samples) => run(channel.push(samples)),
    end: () => [...run(channel.end()), ...framed(decoder.end())],
  };
}

const decodedOf = (name: string, { start, stop, good, correctedBits, hex, fields }: FmFrame): DecodedFrame => ({
  decoder: name,
  start: Math.max(0, Math.round(start)),
  stop: Math.round(stop),
  centreHz: 0,
  good,
  correctedBits,
  snrDb: null,
  hex,
  bits: null,
  fields,
});

/** Returns the frames that are not among known ones, and differ; of two for the same signal, the one with fewer corrections. */
export function distinctFrames(
  known: readonly DecodedFrame[],
  frames: readonly DecodedFrame[],
  channelHz: number,
): DecodedFrame[] {
  const kept: DecodedFrame[] = [];
  for (const frame of frames.toSorted((a, b) => a.correctedBits - b.correctedBits)) {
    const isKnown = (other: DecodedFrame) => other.decoder === frame.decoder && same(frame, other, channelHz);
    if (!known.some(isKnown) && !kept.some(isKnown)) kept.push(frame);
  }
  return kept;
}

/** Runs branches side by side. Of equal frames it keeps the one with the fewest corrections, then the one nearest to its channel's middle. */
function distinct(branches: readonly Branch[], sampleRateHz: number, channelHz: number): RecordingDecoder {
  let held: Found[] = [];
  let samples = 0;
  const add = (found: Found) => {
    const place = held.findIndex((other) => same(found.frame, other.frame, channelHz));
    if (place < 0) held.push(found);
    else if (rank(found) < rank(held[place])) held[place] = found;
  };
  const certain = (before: number) => {
    const done = held.filter(({ frame }) => frame.stop <= before);
    held = held.filter(({ frame }) => frame.stop > before);
    return done.map(({ frame }) => frame);
  };
  return {
    push(piece) {
      samples += piece.length / 2;
      for (const branch of branches) for (const found of branch.push(piece)) add(found);
      return certain(samples - HOLD_SECONDS * sampleRateHz);
    },
    end() {
      for (const branch of branches) for (const found of branch.end()) add(found);
      return certain(Number.POSITIVE_INFINITY);
    },
  };
}

const rank = ({ frame, offset }: Found) => (frame.good ? 0 : 1e9) + 1e6 * frame.correctedBits + offset;

function same(a: DecodedFrame, b: DecodedFrame, channelHz: number): boolean {
  // Frames of different phases are sent at the same time on one carrier.
  if (a.fields.phase !== b.fields.phase) return false;
  const shared = Math.min(a.stop, b.stop) - Math.max(a.start, b.start);
  if (shared <= 0.5 * Math.min(a.stop - a.start, b.stop - b.start)) return false;
  const distance = Math.abs(a.centreHz - b.centreHz);
  if (a.hex === b.hex) return distance <= channelHz;
  // At a channel's edge a signal is distorted, and its frame may be another one after corrections.
  const isClean = a.good && b.good && a.correctedBits + b.correctedBits === 0;
  return distance <= (isClean ? SAME_HZ : DISTORTED * channelHz);
}

/** Keeps means of a signal's latest samples. */
function createMeans() {
  let means: number[] = [];
  let first = 0; // the number of means[0]
  let [sum, count] = [0, 0];
  return {
    push(samples: Float64Array) {
      for (const sample of samples) {
        sum += sample;
        if (++count < MEAN_SAMPLES) continue;
        means.push(sum / MEAN_SAMPLES);
        sum = count = 0;
      }
      if (means.length <= 2 * MOST_MEANS) return;
      first += means.length - MOST_MEANS;
      means = means.slice(-MOST_MEANS);
    },
    /** Returns the mean from one sample to another. */
    over(start: number, stop: number): number {
      const from = Math.max(0, Math.round(start / MEAN_SAMPLES) - first);
      const part = means.slice(from, Math.max(from + 1, Math.round(stop / MEAN_SAMPLES) - first));
      return part.length > 0 ? part.reduce((a, b) => a + b, 0) / part.length : 0;
    },
  };
}
