import type { Annotation } from "./recording.ts";

/** How the samples of another recording lie in a new one. */
export interface Move {
  /** Returns the place of a sample. */
  place(sample: number): number;
  /** Samples of the new recording. */
  samples: number;
  /** Samples of the new recording per sample of the other one. Default 1. */
  ratio?: number;
  /** The frequency in the other recording that is 0 in the new one, Hz. Default 0. */
  centreHz?: number;
}

/** Fields that `measure` and `generate` write: places in samples, lengths in samples, and frequencies from the recording's centre. */
const PLACES = ["start", "stop"];
const LENGTHS = ["startSdSamples", "stopSdSamples", "guardSamples"];
const FREQUENCIES = ["centreHz", "carrierOffsetHz"];

/**
 * Returns an annotation's own fields for another recording: those that count samples or frequencies follow them, as the annotation does. All others
 * stay.
 */
export function movedFields(
  fields: Annotation["metadata"],
  { place, samples, ratio = 1, centreHz = 0 }: Move,
): Annotation["metadata"] {
  const moved = (names: readonly string[], of: (value: number) => number) =>
    names.flatMap((name) => (typeof fields[name] === "number" ? [[name, of(fields[name])] as const] : []));
  return {
    ...fields,
    ...Object.fromEntries([
      ...moved(PLACES, (value) => Math.max(0, Math.min(samples, place(value)))),
      ...moved(LENGTHS, (value) => value * ratio),
      ...moved(FREQUENCIES, (value) => value - centreHz),
    ]),
  };
}
