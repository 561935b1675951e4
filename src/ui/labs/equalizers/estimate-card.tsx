import { useMemo, useRef } from "react";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { fixed } from "../../format.ts";
import { ChannelEstimate } from "./charts/channel-estimate.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";

export function EstimateCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const picture = useRef<Picture>(null);
  const estimate = figures?.estimate;
  const taps = useMemo(
    () => estimate && { estimated: magnitudes(estimate.estimated), truth: magnitudes(estimate.truth) },
    [estimate],
  );
  const quality = estimate
    ? `Error ${fixed(estimate.weightedErrorDb, 1)} dB, weighted by the signal's spectrum.`
    : undefined;
  return (
    <FigureCard
      name="estimate"
      lesson={lessonOf("estimate")}
      title="Channel estimate"
      look={
        <>
          In the band the estimate follows the channel. Outside the band the preamble has no power, so the estimate
          scatters. {estimate && <strong>Error {fixed(estimate.weightedErrorDb, 1)} dB.</strong>}
        </>
      }
      summary={quality}
      busy={waiting}
      picture={picture}
      table={
        estimate && taps
          ? () => ({
              columns: ["tap (samples)", "time (µs)", "Re ĥ", "Im ĥ", "|ĥ|", "Re h", "Im h", "|h|"],
              rows: columnsToRows(
                estimate.sample,
                estimate.sample.map((n) => (1e6 * n) / SAMPLE_RATE),
                part(estimate.estimated, 0),
                part(estimate.estimated, 1),
                taps.estimated,
                part(estimate.truth, 0),
                part(estimate.truth, 1),
                taps.truth,
              ),
            })
          : undefined
      }
    >
      {estimate && taps && (
        <ChannelEstimate
          label={`Channel estimate beside the truth. ${quality}`}
          sample={estimate.sample}
          estimatedTaps={taps.estimated}
          trueTaps={taps.truth}
          frequencyMHz={estimate.frequencyMHz}
          estimatedDb={estimate.estimatedDb}
          trueDb={estimate.truthDb}
          estimatedDeg={estimate.estimatedDeg}
          trueDeg={estimate.truthDeg}
          sampleRate={SAMPLE_RATE}
          picture={picture}
        />
      )}
      {figures && !estimate && <p className="empty">No packet was found, so there is no estimate.</p>}
    </FigureCard>
  );
}

/** Real (0) or imaginary (1) parts of complex pairs. */
const part = (pairs: Float32Array, which: 0 | 1) => pairs.filter((_, i) => i % 2 === which);

function magnitudes(pairs: Float32Array): Float32Array {
  return part(pairs, 0).map((re, i) => Math.hypot(re, pairs[2 * i + 1]));
}
