import type { BlockName } from "../blocks/registry.ts";
import { beyondWav } from "../capture/beyond-wav.ts";
import { derivedFrom, lostText } from "../capture/derived.ts";
import { excerptFacts } from "../capture/excerpt.ts";
import type { Recording } from "../capture/recording.ts";
import type { SigmfContent } from "../capture/formats/sigmf-writer.ts";
import { listOf } from "../configuration/list-of.ts";
import type { CheckedBlock, CheckedGraph } from "../flow/graph/checked-graph.ts";
import { createGraphTags } from "../flow/graph/graph-tags.ts";
import type { Tag } from "../flow/graph/tag.ts";

/** Blocks that leave the recording's frequencies as they are. */
const SAME_FREQUENCIES = new Set<string>([
  "add",
  "add-constant",
  "agc",
  "dc-blocker",
  "de-emphasis",
  "delay",
  "fft-filter",
  "fir-filter",
  "head",
  "iir-filter",
  "keep-one-in-n",
  "moving-average",
  "multiply-constant",
  "one-pole",
  "rational-resampler",
  "sample-rate",
  "subtract",
] satisfies BlockName[]);

/** Other blocks that leave samples at the times of the recording. */
const SAME_TIMES = new Set<string>([
  "am-demodulator",
  "complex-to-parts",
  "conjugate",
  "costas-loop",
  "divide",
  "frequency-modulator",
  "logarithm",
  "magnitude",
  "mixer",
  "multiply",
  "parts-to-complex",
  "phase",
  "quadrature-demodulator",
  "stereo-decoder",
] satisfies BlockName[]);

/** What a sink's file keeps of a recording, and sentences on what it does not keep. */
export interface KeptFacts {
  /** The rate counts where no block names one. */
  facts: Pick<SigmfContent, "metadata" | "captures" | "annotations" | "sampleRate">;
  notes: readonly string[];
}

/** Returns a sentence on what the WAV file of a sink cannot hold of a recording; none if nothing is lost. */
export function wavNotes({ facts }: KeptFacts): string[] {
  const [first] = facts.captures ?? [];
  const lost = [
    ...(first?.centerFrequency === undefined ? [] : ["the centre frequency"]),
    ...(first?.datetime === undefined ? [] : ["the time"]),
    ...beyondWav(facts),
  ];
  if (lost.length === 0) return [];
  return [`A WAV file of a graph does not hold ${listOf(lost)}. Set the sink's format to sigmf to keep this.`];
}

/**
 * Returns what a sink's samples have in common with the recording that they come from. The rule: all of them come from this
 * recording alone. The metadata then stay. Times and annotations stay behind blocks that give each sample a place in time, and the
 * centre frequency behind blocks that shift no frequency.
 *
 * @param samples Of the sink.
 * @param recordingOf Returns the recording that a source has opened.
 */
export function keptFacts(
  checked: CheckedGraph,
  sink: string,
  samples: number,
  recordingOf: (block: string) => Recording | undefined,
): KeptFacts {
  const before = ancestorsOf(checked, sink);
  const sources = before.filter(({ ports }) => ports.inputs.length === 0);
  const recorded = sources.find(({ id }) => hasFacts(recordingOf(id)));
  const recording = recorded && recordingOf(recorded.id);
  if (!recorded || !recording) return { facts: {}, notes: [] };
  const nothing = (why: string): KeptFacts => ({
    facts: {},
    notes: [`The file keeps no metadata of “${recording.title}”: ${why}.`],
  });
  if (sources.length > 1) return nothing(`its samples come from ${sources.map(({ id }) => id).join(" and ")}`);
  const onlyMetadata = (why: string): KeptFacts => ({
    facts: { metadata: recording.metadata },
    notes: [`The file keeps no times, frequencies and annotations of “${recording.title}”: ${why}.`],
  });
  const { from, to, loop } = requestOf(recorded);
  if (loop) return onlyMetadata(`${recorded.id} repeats it`);
  const between = before.filter(({ id }) => id !== recorded.id);
  const other = between.find(({ type }) => !SAME_FREQUENCIES.has(type) && !SAME_TIMES.has(type));
  if (other) return onlyMetadata(`behind ${other.id} samples have other places`);
  const place = placeOf(checked, recorded, sink);
  if (!place) return onlyMetadata("its samples come over paths of different delays");
  const part = { start: from, count: (to || recording.samples) - from };
  const derived = derivedFrom(excerptFacts(recording, part), { samples, up: place.ratio, delay: place.delay });
  const lost = lostText(derived);
  const notes = lost ? [lost] : [];
  const { metadata, captures, annotations } = derived;
  const sampleRate = recording.sampleRate && recording.sampleRate * place.ratio;
  const shifting = between.find(({ type }) => !SAME_FREQUENCIES.has(type));
  if (!shifting) return { facts: { metadata, sampleRate, captures, annotations }, notes };
  const hasFrequencies = captures.some(({ centerFrequency }) => centerFrequency !== undefined);
  if (hasFrequencies || annotations.some(({ edges }) => edges)) {
    notes.push(`The file keeps no frequencies of “${recording.title}”: ${shifting.id} changes them.`);
  }
  return {
    facts: {
      metadata,
      sampleRate,
      captures: captures.map((capture) => ({ ...capture, centerFrequency: undefined })),
      annotations: annotations.map((annotation) => ({ ...annotation, edges: undefined })),
    },
    notes,
  };
}

/** Tags that a recording's captures and annotations become. */
const OF_RECORDING = new Set(["annotation", "rx_freq"]);

/** Returns the facts together with a sink's tags as annotations, in order. A recording's own tags do not come twice. */
export function taggedFacts({ facts }: KeptFacts, tags: readonly Tag[], samples: number): KeptFacts["facts"] {
  const { annotations = [] } = facts;
  const others = tags
    .filter(({ key }) => !(facts.annotations && OF_RECORDING.has(key)))
    .map(({ sample, key, value }) => ({
      start: Math.round(sample),
      count: 1,
      label: key === "annotation" ? String(value) : `${key} ${value}`,
    }))
    .filter(({ start }) => start >= 0 && start < samples);
  return { ...facts, annotations: [...annotations, ...others].toSorted((a, b) => a.start - b.start) };
}

/** Whether a recording has facts that a file could lose. */
function hasFacts(recording: Recording | undefined): boolean {
  if (!recording) return false;
  const { captures } = recording;
  return (
    beyondWav(recording).length > 0 ||
    captures.some(({ centerFrequency, datetime }) => centerFrequency !== undefined || datetime !== undefined)
  );
}

/** The part of a recording that a source reads. Sources in place of a radio read all of it. */
function requestOf({ instance }: CheckedBlock): { from: number; to: number; loop: boolean } {
  const request = instance?.kind === "source" && instance.needs === "recording" ? instance.request : {};
  const { from = 0, to = 0, loop = "off" } = request as { from?: number; to?: number; loop?: string };
  return { from, to, loop: loop === "on" };
}

/** Returns the blocks from which items reach a block, in the order of their work. */
function ancestorsOf({ blocks, edges }: CheckedGraph, sink: string): CheckedBlock[] {
  const found = new Set([sink]);
  for (const id of found) for (const { from, to } of edges) if (to[0] === id) found.add(from[0]);
  return blocks.filter(({ id }) => id !== sink && found.has(id));
}

/** Far apart, so that the ratio of their places is exact. */
const FAR = 2 ** 30;

/** Returns where samples of a source arrive: at ratio·n + delay. Undefined if it is not one place. */
function placeOf({ blocks, edges }: CheckedGraph, source: CheckedBlock, sink: string) {
  const tags = createGraphTags(blocks, edges);
  tags.add(new Map([[source.id, [0, FAR].map((sample) => ({ sample, key: "place", value: sample }))]]));
  const [first, last, ...others] = tags.take(sink, Infinity);
  if (first?.value !== 0 || last?.value !== FAR || others.length > 0) return undefined;
  return { delay: first.sample, ratio: (last.sample - first.sample) / FAR };
}
