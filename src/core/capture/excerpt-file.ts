import { type Excerpt, excerptAnnotations, excerptCaptures, excerptSamples } from "./excerpt.ts";
import { type Annotation, type Recording, scan } from "./recording.ts";
import { type SampleOrigin, sigmfArchive } from "./formats/sigmf-writer.ts";
import { FULL_SCALE, wavFile } from "./formats/wav-writer.ts";

/** An excerpt for a new file. */
export interface ExcerptFile {
  part: Excerpt;
  format: "sigmf" | "wav-f32" | "wav-i16";
  /** Without extension. */
  name: string;
  /** Annotations; the ones within the excerpt are written. */
  annotations: Annotation[];
}

export const MEDIA_TYPES: Readonly<Record<ExcerptFile["format"], string>> = {
  sigmf: "application/x-tar",
  "wav-f32": "audio/wav",
  "wav-i16": "audio/wav",
};

/** Yields an excerpt as the bytes of a file. Its origin is the recording's own, if it comes from another one. */
export async function* excerptBytes(
  recording: Recording & { origin?: SampleOrigin },
  { part, format, name, annotations }: ExcerptFile,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { title, metadata, sampleRate, datatype, channels } = recording;
  const { start, count: samples, channel = 0 } = part;
  const captures = excerptCaptures(recording, part);
  if (format === "sigmf") {
    const cut = excerptAnnotations(annotations, part);
    const whole = start === 0 && samples === recording.samples && channel === 0;
    const content = { name, samples, sampleRate, metadata, captures };
    const { origin = { title, start, channel } } = recording;
    // The part's position in the scenario is known only if the receiver uses the samples unchanged.
    const known = whole || (datatype.complex && channels === 1);
    const scenario = known ? metadata["threeray:scenario"] : undefined;
    const scenarioStart = scenario ? Number(metadata["threeray:scenario_start"] ?? 0) + start : 0;
    const chunks = excerptSamples(recording, part, { signal, onProgress });
    yield* sigmfArchive({ ...content, annotations: cut, origin, scenario, scenarioStart }, chunks);
    return;
  }
  const { centerFrequency, datetime } = captures[0] ?? {};
  let gain = 1;
  const share = format === "wav-i16" ? 0.5 : 1;
  if (format === "wav-i16") {
    const { peak } = await scan(recording, { ...part, signal, onProgress: (done) => onProgress(share * done) });
    gain = Math.min(1, FULL_SCALE / Math.sqrt(peak));
  }
  const progress = (done: number) => onProgress(1 - share + share * done);
  const chunks = excerptSamples(recording, part, { signal, onProgress: progress });
  const numbers = format === "wav-i16" ? "i16" : "f32";
  yield* wavFile({ samples, sampleRate: sampleRate ?? 1, format: numbers, gain, centerFrequency, datetime }, chunks);
}
