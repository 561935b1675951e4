import { zeroNonFinite } from "./finite.ts";
import type { RecordedSamples } from "./recording.ts";
import { spectrogramInFloat64 } from "../fft/spectrogram.float64.ts";

/** The spectrum of one short segment of a recording. */
export interface ShortSpectrum {
  /** Power in dB, negative frequencies first. */
  decibels: Float32Array;
  /** Root mean square and largest magnitude of its samples. */
  rms: number;
  peak: number;
  nonFinite: number;
}

/** Equally long segments of a channel. */
export interface SegmentPlaces {
  /** The first sample of each. */
  places: readonly number[];
  bins: number;
  channel: number;
}

export interface SegmentOptions {
  /** Milliseconds after which no further segments are read. Default: no limit. */
  mostMs?: number;
  /** Ends the reading. */
  signal?: AbortSignal;
}

/** Segments asked of the file at the same time. Reading takes most of their time. */
const AT_ONCE = 16;
/** Bytes of the spectra that are kept for the next views. */
const MOST_KEPT = 2 ** 24;

const kept = new WeakMap<RecordedSamples, { kind: string; segments: Map<number, ShortSpectrum> }>();

/**
 * Returns the spectra of segments; undefined where the time did not suffice. At least {@link AT_ONCE} are read, and those that are read
 * are spread over all places. Later calls with the same recording, channel and length read only what is new.
 *
 * @throws The signal's reason, and the recording's errors.
 */
export async function segmentsOf(
  recording: RecordedSamples,
  { places, bins, channel }: SegmentPlaces,
  { mostMs = Infinity, signal }: SegmentOptions = {},
): Promise<(ShortSpectrum | undefined)[]> {
  const end = performance.now() + mostMs;
  const kind = `${channel} ${bins}`;
  let own = kept.get(recording);
  if (own?.kind !== kind) kept.set(recording, (own = { kind, segments: new Map() }));
  const { segments } = own;
  const found = places.map((place) => segments.get(place));
  const missing = spread([...found.keys()].filter((i) => found[i] === undefined));
  for (let first = 0; first < missing.length; first += AT_ONCE) {
    signal?.throwIfAborted();
    if (first > 0 && performance.now() >= end) break;
    const some = missing.slice(first, first + AT_ONCE);
    const read = await Promise.all(
      some.map(async (i) => measured(await padded(recording, places[i], bins, channel), recording, bins)),
    );
    for (const [j, segment] of read.entries()) segments.set(places[some[j]], (found[some[j]] = segment));
  }
  // The used ones go last, because the first ones are given up.
  for (const [i, place] of places.entries()) {
    const used = found[i];
    if (used && segments.delete(place)) segments.set(place, used);
  }
  for (const oldest of segments.keys()) {
    if (4 * bins * segments.size <= MOST_KEPT) break;
    segments.delete(oldest);
  }
  return found;
}

/** Returns a list in the order of reversed bits: each beginning of it is spread over the whole. */
function spread<T>(list: readonly T[]): T[] {
  let order = [0];
  while (order.length < list.length) order = [...order.map((i) => 2 * i), ...order.map((i) => 2 * i + 1)];
  return order.filter((i) => i < list.length).map((i) => list[i]);
}

/** The samples of a segment; zeros after the recording. */
async function padded(recording: RecordedSamples, place: number, bins: number, channel: number) {
  const x = new Float32Array(2 * bins);
  x.set(await recording.read(place, Math.min(bins, recording.samples - place), channel));
  return x;
}

function measured(x: Float32Array, { samples }: RecordedSamples, bins: number): ShortSpectrum {
  const nonFinite = zeroNonFinite(x);
  const decibels = spectrogramInFloat64(x, { length: bins, windowLength: Math.min(bins, samples) });
  return { decibels, ...rmsAndPeak(x, 0, bins), nonFinite };
}

/** Of float32: the magnitude of a sample may be larger than its parts. */
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

/** Root mean square and largest magnitude of the samples [from, to). */
export function rmsAndPeak(x: Float32Array, from: number, to: number): Pick<ShortSpectrum, "rms" | "peak"> {
  let [sum, most] = [0, 0];
  for (let n = from; n < to; n++) {
    const power = x[2 * n] ** 2 + x[2 * n + 1] ** 2;
    sum += power;
    if (power > most) most = power;
  }
  return { rms: Math.min(LARGEST, Math.sqrt(sum / (to - from))), peak: Math.min(LARGEST, Math.sqrt(most)) };
}
