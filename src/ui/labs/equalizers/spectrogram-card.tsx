import { useMemo } from "react";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { fixed } from "../../format.ts";
import { Spectrogram } from "../../figures/spectrogram.tsx";
import { useScenario } from "./store/scenario.ts";
import { findNull } from "./null.ts";
import { liveCard } from "./live-card.tsx";

/** The colour scale spans from the weakest tenth to the strongest value, in whole steps of this many dB. */
const STEP_DB = 5;
/** Lowest level in dB, which includes exact zeros. */
const MOST_STEPS = 65;

export const SpectrogramCard = liveCard({
  name: "spectrogram",
  title: "Spectrogram",
  width: "roomy",
  look: "Each packet begins with its preamble, whose spectrum has lines. Data fill the band. The null crosses all packets.",
  useData(figures) {
    const { spectrogram, spectrum } = figures ?? {};
    const offset = useScenario(({ scenario }) => scenario.frequencyOffset);
    const dip = useMemo(() => spectrum && findNull(spectrum), [spectrum]);
    const levels = useMemo(() => ({ low: spectrogram ? lowLevel(spectrogram.decibels) : -40, high: 0 }), [spectrogram]);
    const nullMHz = dip && dip.mhz + (offset * SAMPLE_RATE) / (2e6 * Math.PI);
    return spectrogram && { spectrogram, levels, nullMHz };
  },
  summary({ spectrogram: { timeMs }, nullMHz }) {
    const found =
      nullMHz === undefined
        ? "No null in the band."
        : `The null stays at ${fixed(nullMHz, 1)} MHz, because the channel does not change.`;
    return `${fixed(timeMs[1], 2)} ms of the recording. ${found}`;
  },
  table({ spectrogram: { columns, bins, timeMs, frequencyMHz, decibels } }) {
    const [[from, to], [low, high]] = [timeMs, frequencyMHz];
    return {
      columns: ["time (ms)", "frequency (MHz)", "power (dB)"],
      rows: Array.from(decibels, (value, i) => [
        from + ((Math.floor(i / bins) + 0.5) / columns) * (to - from),
        low + ((i % bins) / bins) * (high - low),
        value,
      ]),
    };
  },
  draw: ({ spectrogram, levels, nullMHz }, summary) => (
    <Spectrogram
      label={`Spectrogram. ${summary}`}
      {...spectrogram}
      time={spectrogram.timeMs}
      frequency={spectrogram.frequencyMHz}
      levels={levels}
      mark={nullMHz === undefined ? undefined : { frequency: nullMHz, text: "null" }}
    />
  ),
});

/** The step that contains the upper end of the weakest tenth. Counting steps is faster than sorting the values. */
function lowLevel(decibels: Float32Array): number {
  const counts = new Uint32Array(MOST_STEPS);
  for (const value of decibels) counts[Math.min(MOST_STEPS - 1, Math.max(0, Math.ceil(-value / STEP_DB)))]++;
  let step = MOST_STEPS - 1;
  for (let below = counts[step]; step > 1 && below <= decibels.length / 10; below += counts[step]) step--;
  return -step * STEP_DB;
}
