import { CaptureError } from "../../capture/capture-error.ts";
import { samplesLeft } from "../../capture/samples-left.ts";
import type { Gpu } from "../../gpu/device.ts";
import { createTimeSlice, type TimeSlice } from "../../thread/time-slice.ts";
import { type Decodable, findsReceptions, hasKernelsFor, takesBursts } from "./applicable.ts";
import { loadBurstDecoders, loadDecoders } from "./load.ts";
import { type ReadSignals, createReadSignals } from "./read-signals.ts";
import type {
  DecodedFrame,
  DecoderEntry,
  DecoderOptions,
  KernelDecoder,
  RecordingDecoder,
  StoredSource,
} from "./decoder.ts";
import type { FmReception } from "./fm/receiver.ts";
import { type DecoderName, signalDecoders } from "./registry.ts";

/** Samples per read: a quarter of a second, within limits. */
const [LEAST_CHUNK, MOST_CHUNK] = [2 ** 13, 2 ** 18];

/** Decoders on a GPU in place of the registry's decoders. */
export type KernelDecoders = Partial<Record<DecoderName, KernelDecoder>>;

/** What decoders found in a part of a recording. */
export interface DecodedPart {
  /** From 0 to 1. */
  progress: number;
  /** Samples that were read so far. */
  samples: number;
  /** New frames, in the order in which they became certain. */
  frames: DecodedFrame[];
  /** True if samples of this part are too large or too small to be searched for signals. */
  isUnsearched?: boolean;
  /** What a person should know, one sentence each. */
  messages: string[];
}

/**
 * Runs decoders over a recording: first those that have kernels, then those that take all samples, then those that take found signals.
 *
 * @param options `gpu`: decoders that have kernels run there. `kernels`: decoders in their place there.
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
  { correctedBits, gpu, kernels = {} }: { correctedBits?: number; gpu?: Gpu; kernels?: KernelDecoders } = {},
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
  const passes = gpu ? onGpu.map((name) => decodeByKernels(recording, name, options, gpu, kernels)) : [];
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
  kernels: KernelDecoders,
): AsyncGenerator<DecodedPart, void, undefined> {
  const { stream }: DecoderEntry = signalDecoders[name];
  const decode = kernels[name] ?? (await stream?.loadKernels?.());
  if (!decode) return;
  const { samples: all } = recording;
  const source = storedSource(recording);
  for await (const { samples, frames } of decode(gpu, options, source)) {
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
    for await (const { progress, found, unsearched, messages, samples: left } of findSignals(recording, { gpu })) {
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
      yield { progress, samples, frames, messages, isUnsearched: unsearched !== undefined };
    }
  } catch (error) {
    // The file was cut: what waits for repeats is complete.
    yield { progress: 0.999, samples, frames: bursts.end(), messages: [] };
    throw error;
  }
}
