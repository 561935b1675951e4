import type { RecordingSource } from "#core/blocks/sources/recording-source.ts";
import { type OpenedRecording, useRecording } from "../../../kit/recording/recording.ts";

/** Fields of a recording-source block that read an open recording from its first sample to its last one. */
export function sourceOf({
  sampleRate,
  complex,
}: Pick<OpenedRecording, "sampleRate" | "complex">): Partial<RecordingSource> {
  const { files, chosen } = useRecording.getState();
  const name = (files.find((file) => file.name.endsWith(".sigmf-meta")) ?? files.at(0))?.name;
  return {
    name,
    index: chosen,
    rate: sampleRate ?? 0,
    type: complex ? "complex" : "real",
    from: 0,
    to: 0,
  };
}
