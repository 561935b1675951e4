import { isInRange, lacksBand, tunedOffsets } from "./applicable.ts";
import type { BurstDecoder, DecoderEntry, DecoderOptions, RecordingDecoder } from "./decoder.ts";
import type { ReadSignals } from "./read-signals.ts";
import { type DecoderName, signalDecoders } from "./registry.ts";

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
  if (
    complex &&
    stream &&
    isInRange(stream.rates, sampleRateHz) &&
    !lacksBand(entry, sampleRateHz, options.frequencyHz)
  ) {
    const create = await stream.load();
    creates.push(() => create(options));
  }
  if (fm && isInRange(complex ? fm.rates : fm.audioRates, sampleRateHz)) {
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
    bursts && isInRange(bursts.rates, options.sampleRateHz) ? [bursts] : [],
  );
  const decoders = await Promise.all(
    takers.map(async ({ matches, load }) => ({ matches, decoder: (await load())(options, claims) })),
  );
  return {
    push: (known) => decoders.flatMap(({ matches, decoder }) => (matches(known.signal) ? decoder.push(known) : [])),
    end: () => decoders.flatMap(({ decoder }) => decoder.end()),
  };
}
