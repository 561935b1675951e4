import { CaptureError } from "../../capture/capture-error.ts";
import type { Recording } from "../../capture/recording.ts";
import type { Gpu } from "../../gpu/device.ts";
import type {
  BurstDecoder,
  DecodedFrame,
  DecoderEntry,
  DecoderOptions,
  GpuDecoder,
  KnownBurst,
  RecordingDecoder,
  SampleFormat,
} from "./decoder.ts";
import { DECODER_NAMES, type DecoderName, signalDecoders } from "./registry.ts";

/** Samples per read. */
const CHUNK = 2 ** 18;

type Decodable = Pick<Recording, "samples" | "datatype" | "read" | "centerFrequency"> & { sampleRate: number };

/** What real samples are: FM audio, or nothing that decoders take. */
export const AUDIO_KINDS = ["fm", "off"] as const;
export type AudioKind = (typeof AUDIO_KINDS)[number];

/** Returns why a decoder cannot run on a recording; undefined if it can. */
function refusalOf(name: DecoderName, { datatype, sampleRate }: Decodable, audio: AudioKind): string | undefined {
  const { title, stream, fm, bursts }: DecoderEntry = signalDecoders[name];
  const subject = `${title} (${name})`;
  if (!datatype.complex && !fm) return `${subject} needs I and Q samples; the recording holds real samples`;
  if (!datatype.complex && audio === "off") return `${subject} takes real samples only as FM audio, which is off`;
  const ranges = datatype.complex
    ? [stream, fm, bursts].flatMap((way) => (way ? [way.rates] : []))
    : [fm].flatMap((way) => (way ? [way.audioRates] : []));
  if (ranges.some((range) => within(range, sampleRate))) return undefined;
  const expected = ranges.map(([least, most]) => `${least / 1e6} to ${most / 1e6} MS/s`).join(" or ");
  return `${subject} needs ${expected}; the recording has ${sampleRate / 1e6} MS/s. Give the true rate, or resample the recording`;
}

const within = ([least, most]: readonly [number, number], value: number) => value >= least && value <= most;

/**
 * Returns the decoders that run on a recording: the chosen ones, or else all that it allows.
 *
 * @throws CaptureError when a chosen one cannot run, or none can.
 */
export function decodersFor(
  recording: Decodable,
  chosen: readonly DecoderName[] | undefined,
  audio: AudioKind = "fm",
): DecoderName[] {
  const refusals = (chosen ?? DECODER_NAMES).map((name) => [name, refusalOf(name, recording, audio)] as const);
  const able = refusals.filter(([, refusal]) => refusal === undefined).map(([name]) => name);
  if (able.length === refusals.length || (chosen === undefined && able.length > 0)) return able;
  throw new CaptureError(refusals.flatMap(([, refusal]) => refusal ?? []).join("; "));
}

/** Returns what a person should know of a recording before decoders run on it, one sentence each. */
export function decoderNotes({ sampleRate, centerFrequency }: Decodable, names: readonly DecoderName[]): string[] {
  return names.flatMap((name) => {
    const { title, sentAtHz }: DecoderEntry = signalDecoders[name];
    if (sentAtHz === undefined || centerFrequency === undefined) return [];
    if (Math.abs(sentAtHz - centerFrequency) <= sampleRate / 2) return [];
    return `${title}: the signals are at ${sentAtHz / 1e6} MHz, outside the recording's band about ${centerFrequency / 1e6} MHz. Threeray searches at the recording's centre.`;
  });
}

export interface DecodedPart {
  /** From 0 to 1. */
  progress: number;
  /** Samples that were read so far. */
  samples: number;
  /** New frames, in the order in which they became certain. */
  frames: DecodedFrame[];
}

/**
 * Runs decoders over a recording, one piece at a time.
 *
 * @param options `gpu`: decoders that have kernels run there.
 * @throws CaptureError when the file has become shorter.
 */
export async function* decodeRecording(
  recording: Decodable,
  names: readonly DecoderName[],
  { correctedBits, gpu }: { correctedBits?: number; gpu?: Gpu } = {},
): AsyncGenerator<DecodedPart, void, undefined> {
  const { sampleRate: sampleRateHz, centerFrequency: frequencyHz } = recording;
  const options = { sampleRateHz, frequencyHz, correctedBits };
  // On a GPU, samples go there as they are stored, unless other decoders need them as numbers.
  const stored = gpu && names.every((name) => runsOnGpu(name)) ? recording.read.stored : undefined;
  const device = gpu && { gpu, format: stored?.format ?? ("f32" as const) };
  const made = await Promise.all(
    names.map((name) => decodersOf(name, signalDecoders[name], recording.datatype.complex, options, device)),
  );
  const decoders = made.flat();
  try {
    for (let start = 0; start < recording.samples;) {
      const count = Math.min(CHUNK, recording.samples - start);
      const samples = await (stored?.read(start, count) ?? recording.read(start, count));
      start += samples.length / 2;
      const frames = await Promise.all(decoders.map((decoder) => decoder.push(samples as never)));
      yield { progress: Math.min(0.999, start / recording.samples), samples: start, frames: frames.flat() };
    }
    const frames = await Promise.all(decoders.map((decoder) => decoder.end()));
    yield { progress: 1, samples: recording.samples, frames: frames.flat() };
  } finally {
    for (const decoder of decoders) if ("destroy" in decoder) decoder.destroy();
  }
}

/** Whether a decoder has kernels, and nothing that takes the samples of a recording on the processor. */
export function runsOnGpu(name: DecoderName): boolean {
  const { stream, fm }: DecoderEntry = signalDecoders[name];
  return stream?.loadKernels !== undefined && !fm;
}

/** Creates the decoders of one line of the registry that take all samples of a recording. */
async function decodersOf(
  name: string,
  { stream, fm }: DecoderEntry,
  complex: boolean,
  options: DecoderOptions,
  device: { gpu: Gpu; format: SampleFormat } | undefined,
): Promise<(RecordingDecoder | GpuDecoder)[]> {
  const { sampleRateHz } = options;
  const decoders: (RecordingDecoder | GpuDecoder)[] = [];
  if (complex && stream && within(stream.rates, sampleRateHz)) {
    if (device && stream.loadKernels) {
      decoders.push(await (await stream.loadKernels())(device.gpu, options, device.format));
    } else decoders.push((await stream.load())(options));
  }
  if (fm && within(complex ? fm.rates : fm.audioRates, sampleRateHz)) {
    const { createAudioReceiver, createChannelReceiver } = await import("./fm/receiver.ts");
    const reception = { name, create: await fm.load(), sampleRateHz, channelHz: fm.channelHz };
    decoders.push(complex ? createChannelReceiver(reception) : createAudioReceiver(reception));
  }
  return decoders;
}

/**
 * Runs decoders of bursts over the bursts of a recording, in the order in which they start. Each decoder gets the bursts that match it.
 *
 * @param entries Lines of the registry; those that take no bursts are passed over.
 */
export async function* decodeBursts(
  entries: readonly DecoderEntry[],
  options: DecoderOptions,
  found: AsyncIterable<{ progress: number; bursts: readonly KnownBurst[] }>,
): AsyncGenerator<{ progress: number; frames: DecodedFrame[] }, void, undefined> {
  const takers = entries.flatMap(({ bursts }) =>
    bursts && within(bursts.rates, options.sampleRateHz) ? [bursts] : [],
  );
  const decoders: [(typeof takers)[number], BurstDecoder][] = await Promise.all(
    takers.map(async (taker) => [taker, (await taker.load())(options)]),
  );
  for await (const { progress, bursts } of found) {
    const frames = bursts.flatMap((known) =>
      decoders.flatMap(([{ matches }, decoder]) => (matches(known.signal) ? decoder.push(known) : [])),
    );
    yield { progress: Math.min(0.999, progress), frames };
  }
  yield { progress: 1, frames: decoders.flatMap(([, decoder]) => decoder.end()) };
}
