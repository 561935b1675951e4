import { parseJsonText } from "../../configuration/json-text.ts";
import type { Annotation, Recording } from "../recording.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The metadata of a SigMF recording: its JSON file, with all fields. */
export interface SigmfText {
  global: Fields;
  captures: readonly Fields[];
  annotations: readonly Fields[];
}

/** Returns a SigMF recording's own metadata, with all fields; of another recording, what is known. */
export async function sigmfTextOf(recording: Recording): Promise<SigmfText> {
  if (recording.metadataText) {
    const text = parseJsonText(await recording.metadataText()) as Partial<SigmfText>;
    const { global = {}, captures = [], annotations = [], ...others } = text;
    return { ...others, global, captures, annotations };
  }
  const { datatype, sampleRate, centerFrequency, channels, captures, annotations } = recording;
  return {
    global: {
      "core:datatype": datatype.name,
      "core:version": "1.2.6",
      "core:sample_rate": sampleRate,
      "core:num_channels": channels === 1 ? undefined : channels,
    },
    captures: captures.map((capture) => ({
      "core:sample_start": capture.start,
      "core:frequency": capture.centerFrequency ?? centerFrequency,
      "core:datetime": capture.datetime,
    })),
    annotations: annotations.map(({ metadata }) => metadata),
  };
}

/** Returns the index of the file's first sample. All indices count from there, unless one is below it. */
export function firstIndexOf({ global, captures, annotations }: SigmfText): number {
  const offset = global["core:offset"];
  // Annotations without a valid place were left out.
  const starts = [...captures, ...annotations]
    .map(startOf)
    .filter((start) => Number.isSafeInteger(start) && start >= 0);
  const isUsed = starts.every((start) => start >= Number(offset));
  return typeof offset === "number" && isUsed ? offset : 0;
}

/**
 * Returns metadata with other annotations, in the order of their samples. Annotations that Threeray left out when it read the file stay, and so
 * do all fields that it does not know.
 *
 * @param opened The annotations that were read from the file.
 */
export function withAnnotations(
  text: SigmfText,
  annotations: readonly Annotation[],
  opened: readonly Annotation[],
): SigmfText {
  const offset = firstIndexOf(text);
  const read = new Set(opened.map(({ metadata }) => JSON.stringify(metadata)));
  const leftOut = text.annotations.filter((fields) => !read.has(JSON.stringify(fields)));
  const written = annotations.map(({ start, count, edges, label, comment, metadata }) => ({
    ...metadata,
    "core:sample_start": start + offset,
    "core:sample_count": count,
    "core:freq_lower_edge": edges?.[0],
    "core:freq_upper_edge": edges?.[1],
    "core:label": label ?? foreign(metadata, "core:label"),
    "core:comment": comment ?? foreign(metadata, "core:comment"),
  }));
  return { ...text, annotations: [...written, ...leftOut].toSorted((a, b) => (startOf(a) || 0) - (startOf(b) || 0)) };
}

/** NaN for what has no place. */
const startOf = (fields: Fields | null) => Number(fields?.["core:sample_start"]);

/** A value that is no text stays: Threeray shows none. */
const foreign = (metadata: Fields, name: string) => (typeof metadata[name] === "string" ? undefined : metadata[name]);

/**
 * Says where the samples are.
 *
 * @param dataset Name of the file with the samples, where the metadata's own name does not give it; null if no file has them as SigMF reads them.
 */
export function withDataset(text: SigmfText, dataset: string | null | undefined): SigmfText {
  if (dataset === undefined) return text;
  const where = dataset === null ? { "core:metadata_only": true } : { "core:dataset": dataset };
  return { ...text, global: { ...text.global, ...where } };
}
