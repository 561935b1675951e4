import { scaled } from "../flow/graph/rate.ts";
import { laterBy } from "./excerpt.ts";
import { movedFields } from "./moved-annotation.ts";
import type { Annotation, Capture, Recording } from "./recording.ts";

/** How a recording's samples are computed from another recording. */
export interface Derivation {
  /** Number of samples. */
  samples: number;
  /** Samples for each `down` samples of the other recording, in lowest terms. Default 1. */
  up?: number;
  /** Default 1. */
  down?: number;
  /** Delay in samples. Default 0. */
  delay?: number;
}

/** The properties that a derived recording takes from its source. */
export interface Derived extends Pick<Recording, "metadata" | "captures" | "annotations"> {
  /** Number of annotations that would begin past the end. */
  lost: number;
}

/** Says how many annotations a derived recording loses; undefined if it loses none. */
export function lostText({ lost }: Pick<Derived, "lost">): string | undefined {
  if (lost === 0) return undefined;
  return `${lost} ${lost === 1 ? "annotation begins" : "annotations begin"} past the end; left out.`;
}

/**
 * Returns the metadata, captures and annotations of a recording that is made from another, for example by a filter. Places
 * follow the samples: they are scaled by the change of rate, shifted by the delay, and cut at the end. A capture from sample 0
 * stays there. A later one gets the time of its new sample.
 */
export function derivedFrom(
  {
    metadata,
    captures,
    annotations,
    sampleRate,
  }: Pick<Recording, "metadata" | "captures" | "annotations" | "sampleRate">,
  { samples, up = 1, down = 1, delay = 0 }: Derivation,
): Derived {
  const placed = (sample: number) => Math.round(scaled(sample, { up, down }) + delay);
  const late = sampleRate ? (delay * down) / (up * sampleRate) : 0;
  const moved = captures.map((capture): Capture => {
    if (capture.start === 0) return capture;
    const { datetime } = capture;
    const isLate = late > 0 && datetime !== undefined;
    return { ...capture, start: placed(capture.start), datetime: isLate ? laterBy(datetime, late) : datetime };
  });
  // Captures of fewer samples than one of the new rate disappear.
  const kept = moved.filter(({ start }, i) => start < samples && !(moved[i + 1]?.start <= start));
  const marks = annotations.flatMap((annotation): Annotation[] => {
    const start = placed(annotation.start);
    if (start >= samples) return [];
    const end = Math.min(samples, placed(annotation.start + annotation.count));
    const count = Math.max(Math.min(1, annotation.count), end - start);
    return [
      {
        ...annotation,
        start,
        count,
        metadata: movedFields(annotation.metadata, { place: placed, samples, ratio: up / down }),
      },
    ];
  });
  return {
    metadata,
    captures: kept.map((capture, i) => ({ ...capture, count: (kept[i + 1]?.start ?? samples) - capture.start })),
    annotations: marks,
    lost: annotations.length - marks.length,
  };
}
