import { CaptureError } from "../../capture/capture-error.ts";
import type { Datatype } from "../../capture/datatype.ts";
import type { Recording } from "../../capture/recording.ts";
import type { DecoderEntry } from "./decoder.ts";
import { DECODER_NAMES, type DecoderName, signalDecoders } from "./registry.ts";

/** What decides whether a decoder can take samples. */
export interface SamplesOf extends Pick<Recording, "centerFrequency"> {
  datatype: Pick<Datatype, "complex">;
  sampleRate: number;
}

export type Decodable = Pick<Recording, "samples" | "channels" | "datatype" | "read" | "centerFrequency"> & {
  sampleRate: number;
};

/** What real samples are: FM audio, or nothing that decoders take. */
export const AUDIO_KINDS = ["fm", "off"] as const;
export type AudioKind = (typeof AUDIO_KINDS)[number];

/**
 * Returns why a decoder cannot run on a recording; undefined if it can.
 *
 * @param options `search`: whether Threeray can search the recording for signals. Default true.
 */
export function decoderRefusal(
  name: DecoderName,
  { datatype, sampleRate, centerFrequency }: SamplesOf,
  audio: AudioKind = "fm",
  { search = true }: { search?: boolean } = {},
): string | undefined {
  const entry: DecoderEntry = signalDecoders[name];
  const { title, stream, fm, bursts } = entry;
  const subject = `${title} (${name})`;
  if (!datatype.complex && !fm) return `${subject} needs I and Q samples; the recording holds real samples`;
  if (!datatype.complex && audio === "off") return `${subject} takes real samples only as FM audio, which is off`;
  const missing = datatype.complex && lacksBand(entry, sampleRate, centerFrequency);
  if (missing) {
    const places = entry.sentAtHz?.map((hz) => hz / 1e6).join(" or ");
    const about = centerFrequency === undefined ? "no known frequency" : `its centre at ${centerFrequency / 1e6} MHz`;
    return `${subject} needs a band that holds ${places} MHz; the recording has ${about}. Give its true frequency and rate`;
  }
  const ranges = datatype.complex
    ? [stream?.rates, search ? fm && anyRate(fm.rates) : fm?.rates, search ? bursts?.rates : undefined]
    : [fm?.audioRates];
  const known = ranges.filter((range) => range !== undefined);
  const tuned = datatype.complex && tunedOffsets(entry, sampleRate, centerFrequency).length > 0;
  if (tuned || known.some((range) => isInRange(range, sampleRate))) return undefined;
  const expected = known.map(([least, most]) =>
    Number.isFinite(most) ? `${least / 1e6} to ${most / 1e6} MS/s` : `at least ${least / 1e6} MS/s`,
  );
  if (!search && datatype.complex && fm?.sentAtHz) {
    expected.push(`a band that holds ${fm.sentAtHz.map((frequency) => frequency / 1e6).join(", ")} MHz`);
  }
  const found = `${sampleRate / 1e6} MS/s${search || centerFrequency === undefined ? "" : ` about ${centerFrequency / 1e6} MHz`}`;
  return `${subject} needs ${expected.join(" or ")}; the recording has ${found}. Give the true rate, or resample the recording`;
}

/** FM decoders take recordings at higher rates, too: around their frequencies, or in signals that Threeray finds. */
const anyRate = ([least]: readonly [number, number]) => [least, Number.POSITIVE_INFINITY] as const;

/** Where a decoder's signals lie in a recording at a high rate whose frequency is known, Hz from its centre. */
export function tunedOffsets({ fm }: DecoderEntry, sampleRateHz: number, frequencyHz: number | undefined): number[] {
  if (!fm?.sentAtHz || frequencyHz === undefined || sampleRateHz <= fm.rates[1]) return [];
  const offsets = fm.sentAtHz.map((frequency) => frequency - frequencyHz);
  return offsets.filter((offset) => Math.abs(offset) + fm.channelHz <= sampleRateHz / 2);
}

/** Whether a decoder runs only on recordings that hold its frequency, and this one does not. */
export function lacksBand(
  { stream, sentAtHz = [] }: DecoderEntry,
  sampleRateHz: number,
  frequencyHz: number | undefined,
) {
  if (!stream?.inBand) return false;
  return !sentAtHz.some((hz) => frequencyHz !== undefined && Math.abs(hz - frequencyHz) <= sampleRateHz / 2);
}

/** Returns true if a sample rate is in a range of rates. Both limits belong to it. */
export const isInRange = ([least, most]: readonly [number, number], value: number) => value >= least && value <= most;

/**
 * Returns the decoders that run on a recording: the chosen ones, or else all that it allows.
 *
 * @throws CaptureError when a chosen one cannot run, or none can.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 * import { decodersFor } from "threeray/signals";
 *
 * // At 2.4 MS/s and 1090 MHz.
 * const recording = arrayRecording(new Float32Array(8), { sampleRate: 2.4e6, centerFrequency: 1090e6 });
 * console.log(decodersFor(recording, undefined).includes("modes")); // true
 * ```
 */
export function decodersFor(
  recording: Decodable,
  chosen: readonly DecoderName[] | undefined,
  audio: AudioKind = "fm",
): DecoderName[] {
  if (!chosen && !recording.datatype.complex && audio === "off") {
    throw new CaptureError("the recording holds real samples. Decoders take them only as FM audio, which is off");
  }
  const refusals = (chosen ?? DECODER_NAMES).map((name) => [name, decoderRefusal(name, recording, audio)] as const);
  const able = refusals.filter(([, refusal]) => refusal === undefined).map(([name]) => name);
  if (able.length === refusals.length || (chosen === undefined && able.length > 0)) return able;
  // Of all decoders, those that take the kind of samples tell which rates they need.
  const kind = refusals.filter(
    ([name]) => chosen !== undefined || recording.datatype.complex || "fm" in signalDecoders[name],
  );
  throw new CaptureError(kind.flatMap(([, refusal]) => refusal ?? []).join("; "));
}

/** Returns what a person should know of a recording before decoders run on it, one sentence each. */
export function decoderNotes({ sampleRate, centerFrequency }: Decodable, names: readonly DecoderName[]): string[] {
  return names.flatMap((name) => {
    const { title, sentAtHz }: DecoderEntry = signalDecoders[name];
    if (sentAtHz === undefined || centerFrequency === undefined) return [];
    if (sentAtHz.some((hz) => Math.abs(hz - centerFrequency) <= sampleRate / 2)) return [];
    const places = sentAtHz.map((hz) => hz / 1e6).join(", ");
    return `${title}: the signals are at ${places} MHz, outside the recording's band about ${centerFrequency / 1e6} MHz. Threeray searches at the recording's centre.`;
  });
}

/** Whether an FM decoder receives what Threeray finds. */
export function findsReceptions(entry: DecoderEntry, { sampleRate, centerFrequency, datatype }: SamplesOf): boolean {
  if (!datatype.complex || !entry.fm || sampleRate <= entry.fm.rates[1]) return false;
  return tunedOffsets(entry, sampleRate, centerFrequency).length === 0;
}

export const takesBursts = ({ bursts }: DecoderEntry, { sampleRate, datatype }: SamplesOf) =>
  datatype.complex && bursts !== undefined && isInRange(bursts.rates, sampleRate);

/** Whether Threeray searches a recording for signals that a decoder takes. */
export const isSearched = (name: DecoderName, recording: SamplesOf): boolean =>
  findsReceptions(signalDecoders[name], recording) || takesBursts(signalDecoders[name], recording);

/** Whether a decoder has kernels, and nothing that takes the samples of a recording on the processor. */
export function runsOnGpu(name: DecoderName): boolean {
  const { stream, fm }: DecoderEntry = signalDecoders[name];
  return stream?.loadKernels !== undefined && !fm;
}

export const hasKernelsFor = (name: DecoderName, { datatype, sampleRate }: Decodable) => {
  const { stream }: DecoderEntry = signalDecoders[name];
  return runsOnGpu(name) && datatype.complex && stream !== undefined && isInRange(stream.rates, sampleRate);
};
