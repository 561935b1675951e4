import type { Box, FoundSignal } from "../detection.ts";
import { type FindOptions, findSignals } from "../finding/finder.ts";
import type { Searchable } from "../finding/source.ts";

/** Share of a box's length that is searched before and after it, for times at which its surroundings are free. */
const AROUND = 0.5;
/** Most samples that are searched. */
const MOST_SAMPLES = 2 ** 21;

/**
 * Returns the noise density around a box that a person chose: of the found signal that shares most with the box, or else of all noise during the box.
 * Undefined if the search tells neither. Only the former has a standard deviation.
 *
 * @throws CaptureError when the file has become shorter.
 */
export async function boxNoise(
  recording: Searchable,
  box: Box,
  options: Pick<FindOptions, "channel" | "gpu">,
): Promise<Pick<FoundSignal, "noiseDensity" | "noiseSd"> | undefined> {
  const pad = Math.round(AROUND * (box.stop - box.start));
  const from = Math.max(0, box.start - pad);
  const to = Math.min(recording.samples, box.stop + pad, from + MOST_SAMPLES);
  let [best, nearest]: [number, FoundSignal | undefined] = [0, undefined];
  let general: number | undefined;
  for await (const { found, noiseDensity } of findSignals(recording, { ...options, from, to })) {
    general = noiseDensity ?? general;
    for (const signal of found) {
      const share = commonShare(box, signal);
      if (share > best) [best, nearest] = [share, signal];
    }
  }
  return nearest ?? (general === undefined ? undefined : { noiseDensity: general });
}

/** The common area of two boxes over the area of both. */
function commonShare(a: Box, b: Box): number {
  const time = Math.min(a.stop, b.stop) - Math.max(a.start, b.start);
  const band = Math.min(a.highHz, b.highHz) - Math.max(a.lowHz, b.lowHz);
  if (time <= 0 || band <= 0) return 0;
  const area = ({ start, stop, lowHz, highHz }: Box) => (stop - start) * (highHz - lowHz);
  return (time * band) / (area(a) + area(b) - time * band);
}
