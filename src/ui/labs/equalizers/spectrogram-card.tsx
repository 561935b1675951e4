import { useMemo } from "react";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { FigureCard } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { Spectrogram } from "../../figures/spectrogram.tsx";
import { useFigures } from "./store/figures.ts";
import { useScenario } from "./store/scenario.ts";
import { lessonOf } from "./lesson-of.ts";
import { findNull } from "./null.ts";

/** The colour scale spans from the weakest tenth to the strongest value, in whole steps of this many dB. */
const STEP_DB = 5;
/** Lowest level in dB, which includes exact zeros. */
const MOST_STEPS = 65;

export function SpectrogramCard() {
  const spectrogram = useFigures((state) => state.figures?.spectrogram);
  const spectrum = useFigures((state) => state.figures?.spectrum);
  const waiting = useFigures((state) => state.waiting);
  const offset = useScenario(({ scenario }) => scenario.frequencyOffset);
  const dip = useMemo(() => spectrum && findNull(spectrum), [spectrum]);
  const low = useMemo(() => (spectrogram ? lowLevel(spectrogram.decibels) : -40), [spectrogram]);
  const levels = useMemo(() => ({ low, high: 0 }), [low]);
  const markMHz = dip && dip.mhz + (offset * SAMPLE_RATE) / (2e6 * Math.PI);
  const summary =
    spectrogram &&
    `${fixed(spectrogram.timeMs[1], 2)} ms of the recording. ${
      markMHz === undefined
        ? "No null in the band."
        : `The null stays at ${fixed(markMHz, 1)} MHz, because the channel does not change.`
    }`;
  return (
    <FigureCard
      name="spectrogram"
      lesson={lessonOf("spectrogram")}
      title="Spectrogram"
      width="roomy"
      look="Each packet begins with its preamble, whose spectrum has lines. Data fill the band. The null crosses all packets."
      summary={summary}
      busy={waiting}
      table={
        spectrogram &&
        (() => {
          const { columns, bins, timeMs, frequencyMHz, decibels } = spectrogram;
          const at = ([from, to]: readonly [number, number], i: number, count: number) =>
            from + ((i + 0.5) / count) * (to - from);
          return {
            columns: ["time (ms)", "frequency (MHz)", "power (dB)"],
            rows: Array.from(decibels, (value, i) => [
              at(timeMs, Math.floor(i / bins), columns),
              frequencyMHz[0] + ((i % bins) / bins) * (frequencyMHz[1] - frequencyMHz[0]),
              value,
            ]),
          };
        })
      }
    >
      {spectrogram && (
        <Spectrogram
          label={`Spectrogram. ${summary}`}
          {...spectrogram}
          time={spectrogram.timeMs}
          frequency={spectrogram.frequencyMHz}
          levels={levels}
          mark={markMHz === undefined ? undefined : { frequency: markMHz, text: "null" }}
        />
      )}
    </FigureCard>
  );
}

/** The step that contains the upper end of the weakest tenth. Counting steps is faster than sorting the values. */
function lowLevel(decibels: Float32Array): number {
  const counts = new Uint32Array(MOST_STEPS);
  for (const value of decibels) counts[Math.min(MOST_STEPS - 1, Math.max(0, Math.ceil(-value / STEP_DB)))]++;
  let step = MOST_STEPS - 1;
  for (let below = counts[step]; step > 1 && below <= decibels.length / 10; below += counts[step]) step--;
  return -step * STEP_DB;
}
