import { datatypeOf } from "../capture/datatype.ts";
import { derivedFrom } from "../capture/derived.ts";
import { excerptFacts } from "../capture/excerpt.ts";
import { movedFields } from "../capture/moved-annotation.ts";
import type { SampleOrigin } from "../capture/formats/sigmf-writer.ts";
import type { Annotation, Recording } from "../capture/recording.ts";
import type { Box } from "./detection.ts";
import { type CutStage, designCut, usualDecimation } from "./finding/cutting/band-cut.ts";
import { cutRecording } from "./finding/burst.ts";

export interface BandRecording extends Recording {
  sampleRate: number;
  /** The recording, its part, and the cut. */
  origin: SampleOrigin;
}

/**
 * Returns a box of a recording as a recording: mixed to frequency 0, filtered and decimated while it is read. Captures and annotations
 * follow. Annotations outside the band are left out.
 *
 * @throws RangeError if the recording has no sample rate, or as `designCut` does.
 */
export function bandRecording(recording: Recording, box: Box, channel: number): BandRecording {
  const { sampleRate, title, centerFrequency } = recording;
  if (sampleRate === undefined) {
    throw new RangeError(`${title}: the sample rate is not known, so a band in Hz cannot be cut. Set the rate first.`);
  }
  const { start, stop, lowHz, highHz } = box;
  const cut = designCut(sampleRate, box, { decimation: decimationOf(sampleRate, box) });
  const { centreHz, passHz, decimation, stages } = cut;
  const samples = Math.max(1, Math.ceil((stop - start) / decimation));
  const facts = excerptFacts(recording, { start, count: stop - start, channel });
  const base = facts.captures[0]?.centerFrequency ?? centerFrequency;
  const isInside = ({ edges }: Annotation) =>
    !edges || (edges[0] - (base ?? 0) <= highHz && edges[1] - (base ?? 0) >= lowHz);
  const derived = derivedFrom(
    { ...facts, annotations: facts.annotations.filter(isInside) },
    { samples, down: decimation },
  );
  // A scenario tells the bits of unchanged samples, by their numbers.
  const { "threeray:scenario": _, "threeray:scenario_start": __, ...metadata } = derived.metadata;
  const shifted = (frequency: number | undefined) => frequency && frequency + centreHz;
  return {
    ...recording,
    sampleRate: sampleRate / decimation,
    centerFrequency: shifted(base),
    datatype: datatypeOf(true, "f32"),
    samples,
    channels: 1,
    metadata,
    captures: derived.captures.map((capture) => ({ ...capture, centerFrequency: shifted(capture.centerFrequency) })),
    // Edges without a centre frequency count from the centre, which has moved.
    annotations: derived.annotations.map(({ edges, metadata, ...annotation }) => ({
      ...annotation,
      metadata: movedFields(metadata, { place: (sample) => sample, samples, centreHz }),
      edges: edges && (base === undefined ? [edges[0] - centreHz, edges[1] - centreHz] : edges),
    })),
    origin: { title, start, channel, centreHz, passHz, decimation, taps: tapsOf(stages) },
    verify: undefined,
    async read(first, count) {
      const wanted = Math.max(0, Math.min(count, samples - first));
      const out = new Float32Array(2 * wanted);
      let at = 0;
      const pieces = cutRecording(recording, cut, { from: start + first * decimation, count: wanted, channel });
      for await (const piece of pieces) {
        out.set(piece, at);
        at += piece.length;
      }
      return out;
    },
  };
}

const decimationOf = (sampleRate: number, box: Pick<Box, "lowHz" | "highHz">) =>
  wholeDecimation(sampleRate, usualDecimation(sampleRate, box));

/** Returns the sample rate that a box of a recording has as a recording. */
export const cutRateOf = (sampleRate: number, box: Pick<Box, "lowHz" | "highHz">): number =>
  sampleRate / decimationOf(sampleRate, box);

/** Returns a decimation to a whole number of Hz, which WAV needs: the largest between half of the given one and it, or else the given one. */
function wholeDecimation(sampleRate: number, most: number): number {
  for (let decimation = most; decimation > most / 2; decimation--) {
    if (Number.isInteger(sampleRate / decimation)) return decimation;
  }
  return most;
}

/** Taps of all filters together. */
const tapsOf = (stages: readonly CutStage[]) => stages.reduce((sum, { taps }) => sum + taps.length, 0);
