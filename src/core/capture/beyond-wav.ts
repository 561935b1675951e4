import type { SigmfContent } from "./formats/sigmf-writer.ts";

/** Fields of SigMF about the samples and their file: all other fields describe the recording. */
const TECHNICAL =
  /^(core:(datatype|version|sample_rate|recorder|sha512|num_channels|offset|extensions|dataset|trailing_bytes|metadata_only)|threeray:.*)$/;

/** Describes the parts of a recording that a WAV file cannot store. */
export function beyondWav({
  captures = [],
  annotations = [],
  metadata = {},
}: Pick<SigmfContent, "captures" | "annotations" | "metadata">): string[] {
  return [
    ...(annotations.length > 0
      ? [annotations.length === 1 ? "one annotation" : `${annotations.length} annotations`]
      : []),
    ...(captures.length > 1 ? ["captures after the first"] : []),
    ...Object.keys(metadata).filter((name) => !TECHNICAL.test(name)),
  ];
}
