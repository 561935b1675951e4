import { CaptureError } from "../../capture/capture-error.ts";
import type { Datatype } from "../../capture/datatype.ts";
import type { Recording } from "../../capture/recording.ts";
import { samplesLeft } from "../../capture/samples-left.ts";
import type { Gpu } from "../../gpu/device.ts";
import { createTimeSlice, type TimeSlice } from "../../thread/time-slice.ts";
import { type ReadSignals, createReadSignals } from "./read-signals.ts";
import type {
  BurstDecoder,
  DecodedFrame,
  DecoderEntry,
  DecoderOptions,
  ListReaders,
  RecordingDecoder,
  StoredSource,
} from "./decoder.ts";
import type { FmReception } from "./fm/receiver.ts";
import { DECODER_NAMES, type DecoderName, signalDecoders } from "./registry.ts";

/** Samples per read: a quarter of a second, within limits. */
const [LEAST_CHUNK, MOST_CHUNK] = [2 ** 13, 2 ** 18];

/** What decides whether a decoder can take samples. */
interface SamplesOf extends Pick<Recording, "centerFrequency"> {
  datatype: Pick<Datatype, "complex">;
  sampleRate: number;
}

type Decodable = Pick<Recording, "samples" | "channels" | "datatype" | "read" | "centerFrequency"> & {
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
  if (tuned || known.some((range) => within(range, sampleRate))) return undefined;
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
function tunedOffsets({ fm }: DecoderEntry, sampleRateHz: number, frequencyHz: number | undefined): number[] {
  if (!fm?.sentAtHz || frequencyHz === undefined || sampleRateHz <= fm.rates[1]) return [];
  const offsets = fm.sentAtHz.map((frequency) => frequency - frequencyHz);
  return offsets.filter((offset) => Math.abs(offset) + fm.channelHz <= sampleRateHz / 2);
}

/** Whether a decoder runs only on recordings that hold its frequency, and this one does not. */
function lacksBand({ stream, sentAtHz = [] }: DecoderEntry, sampleRateHz: number, frequencyHz: number | undefined) {
  if (!stream?.inBand) return false;
  return !sentAtHz.some((hz) => frequencyHz !== undefined && Math.abs(hz - frequencyHz) <= sampleRateHz / 2);
}

const within = ([least, most]: readonly [number, number], value: number) => value >= least && value <= most;

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

/** What decoders found in a part of a recording. */
export interface DecodedPart {
  /** From 0 to 1. */
  progress: number;
  /** Samples that were read so far. */
  samples: number;
  /** New frames, in the order in which they became certain. */
  frames: DecodedFrame[];
  /** What a person should know, one sentence each. */
  messages: string[];
}

/**
 * Runs decoders over a recording: first those that have kernels, then those that take all samples, then those that take found signals.
 *
 * @param options `gpu`: decoders that have kernels run there. `readers`: read what these kernels list, in place of the decoders.
 * @throws CaptureError when the file has become shorter, after the frames in what is left of it.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 * import { decodeRecording } from "threeray/signals";
 *
 * // Silence has no frames.
 * const recording = arrayRecording(new Float32Array(2 * 24_000), { sampleRate: 2.4e6, centerFrequency: 1090e6 });
 * let frames = 0;
 * for await (const part of decodeRecording(recording, ["modes"])) frames += part.frames.length;
 * console.log(frames); // 0
 * ```
 */
export async function* decodeRecording(
  opened: Decodable,
  names: readonly DecoderName[],
  { correctedBits, gpu, readers }: { correctedBits?: number; gpu?: Gpu; readers?: ListReaders } = {},
): AsyncGenerator<DecodedPart, void, undefined> {
  // Its samples are fewer once the file has become shorter: then the other decoders take what is left.
  const recording = { ...opened };
  const { sampleRate: sampleRateHz, centerFrequency: frequencyHz } = recording;
  const options = { sampleRateHz, frequencyHz, correctedBits };
  const onGpu = gpu ? names.filter((name) => hasKernelsFor(name, recording)) : [];
  const rest = names.filter((name) => !onGpu.includes(name));
  const loading = rest.map((name) => loadDecoders(name, recording.datatype.complex, options));
  const decoders = (await Promise.all(loading)).flatMap((create) => create());
  const searches = await searchesOf(rest, recording);
  // The generic decoders run last: they leave out what another decoder read.
  const claims = searches.takers.length > 0 ? createReadSignals(sampleRateHz, signalDecoders) : undefined;
  const passes = gpu ? onGpu.map((name) => decodeByKernels(recording, name, options, gpu, readers)) : [];
  if (decoders.length > 0) passes.push(decodeSamples(recording, decoders));
  if (claims) for (const [k, pass] of passes.entries()) passes[k] = claiming(pass, claims);
  if (searches.receptions.length + searches.takers.length > 0)
    passes.push(decodeSearched(recording, options, searches, { gpu, claims }));
  let failure: CaptureError | undefined;
  for (const [i, pass] of passes.entries()) {
    try {
      for await (const part of pass) yield { ...part, progress: (i + part.progress) / passes.length };
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
}

/** Passes the parts on, after what their frames claim is known. */
async function* claiming(
  pass: AsyncGenerator<DecodedPart, void, undefined>,
  claims: ReadSignals,
): AsyncGenerator<DecodedPart, void, undefined> {
  for await (const part of pass) {
    claims.add(part.frames);
    yield part;
  }
}

/** Runs a decoder that has kernels. */
async function* decodeByKernels(
  recording: Decodable,
  name: DecoderName,
  options: DecoderOptions,
  gpu: Gpu,
  readers: ListReaders | undefined,
): AsyncGenerator<DecodedPart, void, undefined> {
  const { stream }: DecoderEntry = signalDecoders[name];
  const load = stream?.loadKernels as NonNullable<NonNullable<typeof stream>["loadKernels"]>;
  const decode = await load();
  const { samples: all } = recording;
  const source = storedSource(recording);
  for await (const { samples, frames } of decode(gpu, options, source, readers)) {
    yield { progress: all > 0 ? samples / all : 1, samples, frames, messages: [] };
  }
}

/** Returns the samples as the file stores them. Where a GPU cannot take them, they become float32. */
function storedSource(recording: Decodable): StoredSource {
  const { read, samples } = recording;
  const { stored, floats } = read;
  const left = async (begin: number, end: number) => (recording.samples = await samplesLeft(recording, { begin, end }));
  if (stored) return { format: stored.format, samples, left, readInto: stored.readInto };
  if (floats) return { format: "f32", samples, left, ...floats };
  return {
    format: "f32",
    samples,
    left,
    async readInto(start, bytes) {
      const numbers = await read(start, bytes.length / 8);
      bytes.set(new Uint8Array(numbers.buffer));
    },
  };
}

/** Runs decoders that take all samples, one piece at a time. */
async function* decodeSamples(
  recording: Decodable,
  decoders: readonly RecordingDecoder[],
): AsyncGenerator<DecodedPart, void, undefined> {
  const chunk = Math.max(LEAST_CHUNK, Math.min(MOST_CHUNK, Math.round(recording.sampleRate / 4)));
  // The next piece is read while the decoders work.
  const readAt = (start: number) => {
    const reading = recording.read(start, Math.min(chunk, recording.samples - start));
    reading.catch(() => {});
    return reading;
  };
  const slice = createTimeSlice();
  const { samples: all } = recording;
  const yetRead = (samples: number, frames: DecodedFrame[]): DecodedPart => ({
    progress: Math.min(0.999, samples / all),
    samples,
    frames,
    messages: [],
  });
  let failure: CaptureError | undefined;
  let next = all > 0 ? readAt(0) : undefined;
  for (let start = 0; next;) {
    let samples;
    try {
      samples = await next;
    } catch (error) {
      if (failure || !(error instanceof CaptureError)) throw error;
      failure = error;
      recording.samples = await samplesLeft(recording, { begin: start, end: Math.min(all, start + chunk) });
      next = start < recording.samples ? readAt(start) : undefined;
      continue;
    }
    start += samples.length / 2;
    next = start < recording.samples ? readAt(start) : undefined;
    const frames = await eachOf(decoders, slice, (decoder) => decoder.push(samples));
    yield yetRead(start, frames);
  }
  const frames = await eachOf(decoders, slice, (decoder) => decoder.end());
  const last = yetRead(recording.samples, frames);
  yield failure ? last : { ...last, progress: 1 };
  if (failure) throw failure;
}

/** Returns the frames of all decoders. Between them, a command hears signals and a worker messages. */
async function eachOf(
  decoders: readonly RecordingDecoder[],
  slice: TimeSlice,
  work: (decoder: RecordingDecoder) => DecodedFrame[],
): Promise<DecodedFrame[]> {
  const frames: DecodedFrame[] = [];
  for (const decoder of decoders) {
    frames.push(...work(decoder));
    if (slice.due()) await slice.pass();
  }
  return frames;
}

/** What runs in signals that Threeray finds first. */
interface Searches {
  /** Of FM decoders whose frequencies the recording's band does not hold, at high rates. */
  receptions: Omit<FmReception, "sampleRateHz">[];
  /** Lines of the registry that take bursts. */
  takers: DecoderEntry[];
}

async function searchesOf(names: readonly DecoderName[], recording: Decodable): Promise<Searches> {
  const entries = names.map((name): [DecoderName, DecoderEntry] => [name, signalDecoders[name]]);
  const receptions = entries.map(async ([name, entry]) => {
    const { fm } = entry;
    if (!fm || !findsReceptions(entry, recording)) return [];
    return [{ name, create: await fm.load(), channelHz: fm.channelHz }];
  });
  const takers = entries.flatMap(([, entry]) => (takesBursts(entry, recording) ? [entry] : []));
  return { receptions: (await Promise.all(receptions)).flat(), takers };
}

/** Whether an FM decoder receives what Threeray finds. */
function findsReceptions(entry: DecoderEntry, { sampleRate, centerFrequency, datatype }: SamplesOf): boolean {
  if (!datatype.complex || !entry.fm || sampleRate <= entry.fm.rates[1]) return false;
  return tunedOffsets(entry, sampleRate, centerFrequency).length === 0;
}

const takesBursts = ({ bursts }: DecoderEntry, { sampleRate, datatype }: SamplesOf) =>
  datatype.complex && bursts !== undefined && within(bursts.rates, sampleRate);

/** Whether Threeray searches a recording for signals that a decoder takes. */
export const isSearched = (name: DecoderName, recording: SamplesOf): boolean =>
  findsReceptions(signalDecoders[name], recording) || takesBursts(signalDecoders[name], recording);

async function* decodeSearched(
  recording: Decodable,
  options: DecoderOptions,
  { receptions, takers }: Searches,
  { gpu, claims }: { gpu?: Gpu; claims?: ReadSignals },
): AsyncGenerator<DecodedPart, void, undefined> {
  const { findSignals } = await import("../finding/finder.ts");
  const { createFoundReceiver } = await import("./fm/found.ts");
  const { knownBurst } = await import("./known-burst.ts");
  const { samples: all } = recording;
  const receiver = createFoundReceiver(recording, receptions);
  const bursts = await loadBurstDecoders(takers, options, claims);
  const slice = createTimeSlice();
  let samples = 0;
  try {
    for await (const { progress, found, messages, samples: left } of findSignals(recording, { gpu })) {
      const frames: DecodedFrame[] = [];
      if (left !== undefined) recording.samples = left;
      for (const signal of found) {
        if (slice.due()) await slice.pass();
        const received = receptions.length > 0 ? await receiver(signal) : [];
        frames.push(...received);
        claims?.see(signal);
        claims?.add(received);
        if (takers.length > 0) frames.push(...bursts.push(await knownBurst(recording, signal)));
      }
      if (progress === 1) frames.push(...bursts.end());
      samples = left ?? Math.round(progress * all);
      yield { progress, samples, frames, messages };
    }
  } catch (error) {
    // The file was cut: what waits for repeats is complete.
    yield { progress: 0.999, samples, frames: bursts.end(), messages: [] };
    throw error;
  }
}

/** Whether a decoder has kernels, and nothing that takes the samples of a recording on the processor. */
export function runsOnGpu(name: DecoderName): boolean {
  const { stream, fm }: DecoderEntry = signalDecoders[name];
  return stream?.loadKernels !== undefined && !fm;
}

const hasKernelsFor = (name: DecoderName, { datatype, sampleRate }: Decodable) => {
  const { stream }: DecoderEntry = signalDecoders[name];
  return runsOnGpu(name) && datatype.complex && stream !== undefined && within(stream.rates, sampleRate);
};

/**
 * Loads the decoders of one line of the registry that take all samples. The result creates them.
 *
 * @param complex Whether the samples are complex; else they are FM audio, as complex samples with imaginary parts of 0.
 */
export async function loadDecoders(
  name: DecoderName,
  complex: boolean,
  options: DecoderOptions,
): Promise<() => RecordingDecoder[]> {
  const entry: DecoderEntry = signalDecoders[name];
  const { stream, fm } = entry;
  const { sampleRateHz } = options;
  const creates: (() => RecordingDecoder)[] = [];
  if (complex && stream && within(stream.rates, sampleRateHz) && !lacksBand(entry, sampleRateHz, options.frequencyHz)) {
    const create = await stream.load();
    creates.push(() => create(options));
  }
  if (fm && within(complex ? fm.rates : fm.audioRates, sampleRateHz)) {
    const { createAudioReceiver, createChannelReceiver } = await import("./fm/receiver.ts");
    const reception = { name, create: await fm.load(), sampleRateHz, channelHz: fm.channelHz };
    creates.push(() => (complex ? createChannelReceiver(reception) : createAudioReceiver(reception)));
  }
  const offsets = complex ? tunedOffsets(entry, sampleRateHz, options.frequencyHz) : [];
  if (fm && offsets.length > 0) {
    const { createTunedReceiver } = await import("./fm/receiver.ts");
    const reception = { name, create: await fm.load(), sampleRateHz, channelHz: fm.channelHz };
    creates.push(...offsets.map((offset) => () => createTunedReceiver(reception, offset)));
  }
  return () => creates.map((create) => create());
}

/**
 * Loads decoders of bursts as one, which gives each of them the bursts that match it. Lines of the registry without one are passed over.
 *
 * @param claims What other decoders read: it is left out.
 */
export async function loadBurstDecoders(
  entries: readonly DecoderEntry[],
  options: DecoderOptions,
  claims: Pick<ReadSignals, "has"> = { has: () => false },
): Promise<BurstDecoder> {
  const takers = entries.flatMap(({ bursts }) =>
    bursts && within(bursts.rates, options.sampleRateHz) ? [bursts] : [],
  );
  const decoders = await Promise.all(
    takers.map(async ({ matches, load }) => ({ matches, decoder: (await load())(options, claims) })),
  );
  return {
    push: (known) => decoders.flatMap(({ matches, decoder }) => (matches(known.signal) ? decoder.push(known) : [])),
    end: () => decoders.flatMap(({ decoder }) => decoder.end()),
  };
}
