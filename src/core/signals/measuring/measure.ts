import { createTimeSlice } from "../../thread/time-slice.ts";
import type { Recording } from "../../capture/recording.ts";
import { classify, UNNAMED } from "../classification/classify.ts";
import type { SignalClass } from "../classes.ts";
import type { Burst, Detection, FoundSignal } from "../detection.ts";
import { cutBurst } from "../finding/burst.ts";
import { findSignals, type FindOptions, type FoundPart } from "../finding/finder.ts";
import type { SearchThreads } from "../finding/resolution-search.ts";
import { sliceBits } from "../slicing/slice.ts";
import { withHardEdges } from "./hard-edges.ts";
import { measureBand, type MeasuredBand } from "./measure-burst.ts";
import { positiveLowHz } from "./positive-band.ts";

/** Where signals are searched, and what is measured in them. */
export interface MeasureOptions extends FindOptions {
  /** Whether the bits of the bursts are sliced. */
  bits?: boolean;
  /** Default: signals are measured one at a time, in this thread. The results do not depend on it. */
  threads?: SignalThreads;
}

/** What else is known of a signal that is measured: its number, and the samples of the recording in which signals are searched. */
export interface SignalContext {
  id: number;
  part: readonly [number, number];
  bits: boolean;
  channel?: number;
  /** Samples that the recording still has, where its file has become shorter. */
  samples?: number;
}

/** Where a signal is measured. */
interface SignalPlace extends SignalContext {
  /** Called after each part of the work, whose arrays are no longer used, in a thread that does nothing else meanwhile. */
  onPart?(): void;
  /** Ends the work before its next part. */
  ended?: AbortSignal;
}

/** Threads that search parts of a recording, and measure signals as {@link measuredSignal} does. */
export interface SignalThreads extends SearchThreads {
  measure(signal: FoundSignal, context: SignalContext): Promise<Detection>;
  /** Signals that are measured, or wait for it, at once. */
  ahead: number;
}

/** What was measured in a part of a recording. */
export interface MeasuredPart {
  /** From 0 to 1. */
  progress: number;
  /** None, or the next one. */
  detections: Detection[];
  /** Noise power per Hz in the part that was searched last. */
  noiseDensity?: number;
  /** Samples that could not be searched. Parts overlap, so they may come again. */
  unsearched?: FoundPart["unsearched"];
  /** What a person should know, one sentence each. */
  messages: string[];
  /** Signals that were found and are not measured yet. */
  measuring: number;
}

export type Measurable = Pick<
  Recording,
  "samples" | "channels" | "read" | "datatype" | "captures" | "centerFrequency"
> & {
  sampleRate: number;
};

/** Least rates of the cuts that are measured, in their pass bands. More samples tell little more, but narrow bands have few samples. */
const [OVERSAMPLING, NARROW_OVERSAMPLING, NARROW_HZ] = [2.5, 4, 50_000];
/** Width that passes in the first cut, in widths of the box. */
const PASS = 1.2;
/** Most samples of a burst that is measured and named. A longer one keeps the edges of its box. */
const MOST_MEASURED = 2 ** 18;
/** Share of the larger box that two detections of the same signal have in common; and how many earlier ones are compared. */
const [SAME, COMPARED] = [0.8, 64];
/** Keyed amplitudes have wide sides under the noise, so a cut of this many widths of the box is measured, and of this many Hz at least. */
const [WIDE, LEAST_WIDE_HZ] = [3, 12_000];
/** Transition of the filter of such a wide cut, in its widths: the box's would take thousands of taps, often at the recording's rate. */
const WIDE_TRANSITION = 0.2;
/** Transition of the cut of a box, and of a tone beside others, in its widths; and the least one beside negative frequencies, in widths of the cut. */
const [TRANSITION, TONE_TRANSITION, LEAST_TRANSITION] = [0.25, 0.2, 0.05];
/** Share of a tone's box that is cut if another one overlaps it. */
const BESIDE_TONE = 0.7;

/**
 * Finds the signals of a recording, measures, names and slices them, and yields them in the order in which they were found. Memory does not
 * depend on the recording's length.
 *
 * @throws CaptureError when the file has become shorter, after the signals in what is left of it; RangeError for invalid options.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 * import { normals, philox } from "threeray/random";
 * import { measureRecording } from "threeray/signals";
 *
 * // Noise, and a burst of a tone in its middle.
 * const samples = Float32Array.from({ length: 2 * 65_536 }, (_, i) => {
 *   const n = i >> 1;
 *   const [a, b] = philox([n, 0, 0, 0], [1, 0]);
 *   const angle = 0.5 * n + (i % 2 ? -Math.PI / 2 : 0);
 *   return 0.01 * normals(a, b)[i % 2] + (n >= 20_000 && n < 40_000 ? 0.1 * Math.cos(angle) : 0);
 * });
 * for await (const { detections } of measureRecording(arrayRecording(samples, { sampleRate: 1e6 }))) {
 *   for (const detection of detections) console.log(detection.class, Math.round(detection.centreHz / 1000)); // tone 80
 * }
 * ```
 */
export async function* measureRecording(
  recording: Measurable,
  { bits = false, threads, ...options }: MeasureOptions = {},
): AsyncGenerator<MeasuredPart, void, undefined> {
  const ended = options.signal;
  const here: Pick<SignalThreads, "measure" | "ahead"> = {
    measure: (signal, context) => measuredSignal(recording, signal, { ...context, ended }),
    ahead: 1,
  };
  const { measure, ahead } = threads ?? here;
  let id = 1;
  let before = 0;
  let shown = 0;
  let measuring = 0;
  const waiting: { measured: Promise<Detection>; progress: number }[] = [];
  const [from, to] = [options.from ?? 0, Math.min(recording.samples, options.to ?? recording.samples)];
  let recent: Detection[] = [];
  if (isReal(recording)) yield { progress: 0, detections: [], messages: [OF_REAL_SAMPLES], measuring };
  const first = async (): Promise<MeasuredPart> => {
    const { measured, progress } = waiting.shift()!;
    const detection = { ...(await measured), id };
    const detections = recent.some((other) => isSame(other, detection)) ? [] : [detection];
    id += detections.length;
    recent = [...detections, ...recent].slice(0, COMPARED);
    shown = progress;
    measuring--;
    return { progress, detections, messages: [], measuring };
  };
  let failure: { error: unknown } | undefined;
  const parts = untilFailure(findSignals(recording, { ...options, threads }), (error) => (failure = { error }));
  for await (const { progress, noiseDensity, unsearched, messages, samples, found: all } of parts) {
    const part = [from, Math.min(to, samples ?? to)] as const;
    const found = all.filter(({ highHz }) => !isReal(recording) || highHz > 0);
    measuring += found.length;
    if (measuring === 0) shown = progress;
    yield { progress: shown, detections: [], noiseDensity, unsearched, messages, measuring };
    for (const [i, signal] of found.entries()) {
      const measured = measure(signal, { id, part, bits, channel: options.channel, samples });
      // It is awaited in its turn.
      measured.catch(() => {});
      waiting.push({ measured, progress: before + ((i + 1) / found.length) * (progress - before) });
      while (waiting.length >= ahead) yield await first();
    }
    before = progress;
  }
  while (waiting.length > 0) yield await first();
  if (failure) throw failure.error;
  if (shown < before) yield { progress: before, detections: [], messages: [], measuring };
}

/** Yields until an error, which ends it. */
async function* untilFailure<Step>(steps: AsyncIterable<Step>, onFailure: (error: unknown) => void) {
  try {
    yield* steps;
  } catch (error) {
    onFailure(error);
  }
}

/** Classes whose line has alike sides: only its amplitude changes. */
const ALIKE_SIDES: ReadonlySet<SignalClass> = new Set(["OOK", "ASK", "AM", "tone"]);

const isReal = ({ datatype }: Pick<Measurable, "datatype">) => datatype.complex === false;
const OF_REAL_SAMPLES =
  "The samples are real, so each signal lies at both signs of its frequency; the negative ones are left out. Signals around frequency 0 have no " +
  "carrier and get no class. If this is the sound of a radio, the classes name the sound, not the radio signal. Decoders read packets in it.";

/** Measures, names and slices one signal in its box. @throws CaptureError when the file has become shorter. */
export async function measuredSignal(
  opened: Measurable,
  found: FoundSignal,
  { id, part, bits, channel, samples = opened.samples, onPart, ended }: SignalPlace,
): Promise<Detection> {
  const recording = { ...opened, samples };
  // Between the parts of the work, a command hears signals and a worker messages. A thread of its own has none to hear.
  const { pass: next } = createTimeSlice(ended);
  const pass = () => (onPart ? onPart() : next());
  await pass();
  const signal = isReal(recording) ? await withoutConjugate(recording, found, channel) : found;
  const [start, stop] = signal.clear ?? [signal.start, signal.stop];
  const clear = { ...signal, start, stop };
  const { burst, measured } = await measuredCut(recording, clear, channel);
  const isSound = isReal(recording) && signal.lowHz === 0;
  const hasClass = !isSound && !signal.isCovered;
  const named = async () => {
    await pass();
    const answer = hasClass ? classify(burst, measured) : UNNAMED;
    await pass();
    return answer;
  };
  const {
    whole,
    evidence: _,
    ...classified
  } = await withHardEdges(burst, { measured, classify: named, hasCarrier: hasClass }, (widthHz) =>
    cutOf(recording, clear, channel, widthHz, WIDE_TRANSITION),
  );
  await pass();
  const sliced = bits ? await bitsOf(recording, signal, burst, { ...measured, ...classified }, channel) : undefined;
  const { bandwidthHz, bandwidthSdHz, bandwidth3dBHz, bandwidth3dBSdHz } = whole;
  // Beside a line, the line is taken for the middle of the band.
  const likeliest = classified.class === "unsure" ? classified.candidates[0]?.class : classified.class;
  const hasAlikeSides = likeliest !== undefined && ALIKE_SIDES.has(likeliest);
  const centreSdHz = bandwidthSdHz === null && !hasAlikeSides ? null : whole.centreSdHz;
  const { snrDb, snrSdDb, powerDbfs, powerSdDb } = whole;
  const edges =
    signal.clear && signal.hasEdges
      ? await edgesOfWhole(recording, { ...signal, clear: undefined }, { part, channel })
      : edgesIn(part, signal, burst, measured);
  // A band at the end of the recording's band continues at the other end. The carrier counts as its centre does.
  const turnedHz = recording.sampleRate * Math.round(whole.centreHz / recording.sampleRate);
  const centreHz = whole.centreHz - turnedHz;
  const { carrierOffsetHz } = classified;
  const radioHz = recording.captures.findLast(({ start }) => start <= signal.start)?.centerFrequency;
  const middleHz = radioHz ?? recording.centerFrequency;
  return {
    id,
    ...edges,
    centreHz,
    centreSdHz,
    absoluteHz: middleHz === undefined ? null : middleHz + centreHz,
    bandwidthHz,
    bandwidthSdHz,
    bandwidth3dBHz,
    bandwidth3dBSdHz,
    snrDb,
    snrSdDb,
    powerDbfs,
    powerSdDb,
    noiseFloorDbfsPerHz: 10 * Math.log10(signal.noiseDensity),
    noiseFloorSdDb: signal.noiseSd === undefined ? null : (10 / Math.LN10) * signal.noiseSd,
    ...classified,
    carrierOffsetHz: carrierOffsetHz === null ? null : carrierOffsetHz - turnedHz,
    bits: sliced?.bits ?? null,
    rotation: sliced?.rotation ?? null,
    // The other half of a real signal is no image of a receiver.
    notes: signal.notes.filter((note) => note !== "image" || !isReal(recording)),
  };
}

/** Returns a signal of real samples in a box at positive frequencies, which begins at 0 where it lies around 0. */
async function withoutConjugate(recording: Measurable, signal: FoundSignal, channel: number | undefined) {
  const { lowHz, highHz } = signal;
  if (lowHz > 0 || highHz <= 0) return signal;
  const both = { ...signal, lowHz: -highHz };
  const burst = await cutBurst(recording, both, { channel, most: MOST_MEASURED });
  return { ...signal, lowHz: positiveLowHz(burst, highHz) };
}

/** Returns the edges of a signal that was measured in a part of its time. */
async function edgesOfWhole(
  recording: Measurable,
  signal: FoundSignal,
  { part, channel }: { part: readonly [number, number]; channel: number | undefined },
) {
  const { burst, measured } = await measuredCut(recording, signal, channel);
  return edgesIn(part, signal, burst, measured);
}

async function measuredCut(recording: Measurable, signal: FoundSignal, channel: number | undefined) {
  const burst = await cutOf(recording, signal, channel, PASS * (signal.highHz - signal.lowHz));
  const measured = measureBand(burst);
  if (measured.lineHz === null) return { burst, measured };
  const wide = await cutOf(recording, signal, channel, Math.max(LEAST_WIDE_HZ, WIDE * burst.widthHz));
  const widely = measureBand(wide);
  // Where the wide cut holds another signal, its middle lies elsewhere.
  const isAlone = widely.centreHz >= signal.lowHz && widely.centreHz <= signal.highHz;
  return isAlone ? { burst: wide, measured: widely } : { burst, measured };
}

/** @param transition Of the filter, in widths. Default: as of a cut of the box. */
function cutOf(
  recording: Measurable,
  signal: FoundSignal,
  channel: number | undefined,
  widthHz: number,
  transition?: number,
) {
  const room = roomOf(recording, signal);
  const passHz = Math.min(recording.sampleRate, widthHz, room?.passHz ?? Infinity);
  const oversampling = passHz > NARROW_HZ ? OVERSAMPLING : NARROW_OVERSAMPLING;
  const wanted = transition && transition * passHz;
  const transitionHz = room
    ? Math.max(
        LEAST_TRANSITION * passHz,
        Math.min(wanted ?? TRANSITION * (signal.highHz - signal.lowHz), room.transitionHz),
      )
    : wanted;
  return cutBurst(recording, signal, { channel, most: MOST_MEASURED, passHz, oversampling, transitionHz });
}

/**
 * Returns the width around a signal that holds nothing else, and the transition beyond it: neither another tone, nor the negative frequencies of real samples.
 * Undefined where nothing else is known.
 */
function roomOf({ sampleRate, datatype }: Measurable, { lowHz, highHz, isTone, notes }: FoundSignal) {
  const width = highHz - lowHz;
  const share = notes.includes("overlap") ? BESIDE_TONE : 1;
  const tone = isTone ? { passHz: share * width, transitionHz: TONE_TRANSITION * width } : undefined;
  if (!isReal({ datatype })) return tone;
  const centreHz = (lowHz + highHz) / 2;
  const [middle, edge] =
    centreHz < sampleRate / 4 ? [centreHz, lowHz] : [sampleRate / 2 - centreHz, sampleRate / 2 - highHz];
  // Beyond half the rate there is no room.
  if (edge < 0) return tone;
  const passHz = Math.min(2 * middle, tone?.passHz ?? Infinity);
  return { passHz, transitionHz: Math.min(edge, tone?.transitionHz ?? Infinity) };
}

/** Slices the bits. A long signal is cut again, since only its beginning was measured. */
async function bitsOf(
  recording: Measurable,
  signal: FoundSignal,
  burst: Burst,
  known: Parameters<typeof sliceBits>[1],
  channel: number | undefined,
) {
  if (burst.stop <= burst.samples.length / 2) return sliceBits(burst, known);
  const { passHz, decimation } = burst;
  const long = await cutBurst(recording, signal, { channel, passHz, decimation });
  return sliceBits(long, { ...known, stop: Math.min(long.stop, long.samples.length / 2) });
}

/**
 * Returns the edges in samples of the recording, with their standard deviations. A burst may hold only the beginning of a long signal. An edge where the
 * part ends, or beyond what was measured, has no deviation.
 */
function edgesIn(
  [from, to]: readonly [number, number],
  signal: FoundSignal,
  burst: Burst,
  { start, stop, startSd, stopSd }: MeasuredBand,
) {
  // What covers a signal may be as strong for moments near its edges.
  if (signal.clear || signal.isCovered)
    return { start: signal.start, startSdSamples: null, stop: signal.stop, stopSdSamples: null };
  const { first, decimation } = burst;
  // An edge lies between two samples of the burst, and before the recording's next one.
  const place = (sample: number) => Math.round(first + decimation * (sample - 0.5) + 0.5);
  const clamped = (sample: number) => Math.min(to, Math.max(from, sample));
  const sdAt = (sample: number, sd: number) => (sample > from && sample < to ? decimation * sd : null);
  const isWhole = burst.stop <= burst.samples.length / 2;
  return {
    start: clamped(place(start)),
    startSdSamples: sdAt(place(start), startSd),
    stop: isWhole ? clamped(place(stop)) : signal.stop,
    stopSdSamples: isWhole ? sdAt(place(stop), stopSd) : null,
  };
}

/** Tells whether two detections are the same signal, which was found twice: their boxes hardly differ. */
function isSame(a: Detection, b: Detection): boolean {
  const common = (a0: number, a1: number, b0: number, b1: number) =>
    Math.max(0, Math.min(a1, b1) - Math.max(a0, b0)) / Math.max(a1 - a0, b1 - b0);
  const inTime = common(a.start, a.stop, b.start, b.stop);
  const [halfA, halfB] = [a.bandwidthHz / 2, b.bandwidthHz / 2];
  return inTime * common(a.centreHz - halfA, a.centreHz + halfA, b.centreHz - halfB, b.centreHz + halfB) > SAME;
}
