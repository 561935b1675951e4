import { useMemo, useState } from "react";
import { EQUALIZER_TAPS, PRECURSORS } from "#core/telemetry/equalizer/taps.ts";
import type { EqualizerFigure } from "#core/telemetry/experiment/figures/equalizers.ts";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { FigureCard } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { ALGORITHMS, curveStyle } from "./algorithms.ts";
import { Chart, type Curve, sampleTicks } from "../../figures/chart.tsx";
import { useFigures } from "./store/figures.ts";
import { useAttention } from "../../figures/attention.ts";
import { Legend } from "./legend.tsx";
import { lessonOf } from "./lesson-of.ts";
import { FIRST_PACKET_MISSING } from "./text.ts";

/** Positions of the taps, −60 … 125 samples. */
export const TAP_SAMPLES = Array.from({ length: EQUALIZER_TAPS }, (_, t) => t - PRECURSORS);

export function TapsCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const highlight = useAttention((state) => state.highlight);
  const [chosen, setChosen] = useState<EqualizerName>("mmse");
  const equalizers = figures?.equalizers?.equalizers;
  const names = equalizers?.map(({ equalizer }) => equalizer) ?? [];
  const shown = names.find((name) => name === highlight) ?? names.find((name) => name === chosen) ?? names[0];
  const taps = useMemo(() => equalizers?.map(polar), [equalizers]);
  const mine = taps?.find(({ equalizer }) => equalizer === shown);
  const summary = mine && shown && describe(shown, mine.magnitude);
  return (
    <FigureCard
      name="taps"
      lesson={lessonOf("taps")}
      title="Taps"
      look="An equalizer cancels an echo with a series of further echoes. The deeper the null, the more slowly they decay."
      summary={summary}
      busy={waiting}
      table={
        taps &&
        (() => ({
          columns: ["tap (samples)", "time (µs)", "equalizer", "|c|", "phase (°)"],
          rows: taps.flatMap(({ equalizer, magnitude, degrees }) =>
            TAP_SAMPLES.map((k, t) => [k, (1e6 * k) / SAMPLE_RATE, equalizer, magnitude[t], degrees[t]]),
          ),
        }))
      }
    >
      {taps && shown && (
        <>
          <Legend names={names} chosen={shown} onChoose={setChosen} />
          <Chart
            label={`Taps of ${ALGORITHMS[shown].name}. ${summary}`}
            x={{
              title: "Tap k (samples, µs)",
              ...sampleTicks(TAP_SAMPLES[0], TAP_SAMPLES[TAP_SAMPLES.length - 1], 30, SAMPLE_RATE),
              read: "tap",
            }}
            y={[
              { title: "|c(k)|", digits: 3, fromZero: true, part: 1.8 },
              { title: "arg", unit: "°", digits: 0, range: [-190, 190], ticks: [-180, 0, 180] },
            ]}
            curves={curvesOf(taps, shown)}
            legend={false}
            revision="taps"
          />
        </>
      )}
      {figures && !taps && <p className="empty">{FIRST_PACKET_MISSING}</p>}
    </FigureCard>
  );
}

/** The phase of taps below this fraction of the largest is not drawn. */
const LEAST = 0.02;

/** The shown equalizer's taps: stems of their magnitudes, and their phases. Other equalizers are lines behind. */
function curvesOf(taps: readonly ReturnType<typeof polar>[], shown: EqualizerName): Curve[] {
  const others = taps.filter(({ equalizer }) => equalizer !== shown);
  const behind = others.map(({ equalizer, magnitude }): Curve => {
    const { name, colour } = curveStyle(equalizer);
    return { name, colour, x: TAP_SAMPLES, y: magnitude, opacity: 0.45, width: 1, quiet: "always" };
  });
  const mine = taps.find(({ equalizer }) => equalizer === shown);
  if (!mine) return behind;
  const { name, colour, symbol } = curveStyle(shown);
  const peak = mine.magnitude.reduce((a, b) => Math.max(a, b), 0);
  const phases = Array.from(mine.degrees, (value, i) => (mine.magnitude[i] >= LEAST * peak ? value : null));
  const dots = { colour, symbol, x: TAP_SAMPLES, width: 0, size: 4.5 };
  return [
    ...behind,
    { ...dots, name: `${name} |c|`, y: mine.magnitude, stems: true },
    { ...dots, name: `${name} phase`, y: phases, axis: 1 },
  ];
}

function polar({ equalizer, taps }: EqualizerFigure) {
  const part = (of: (re: number, im: number) => number) =>
    Float32Array.from({ length: EQUALIZER_TAPS }, (_, t) => of(taps[2 * t], taps[2 * t + 1]));
  return {
    equalizer,
    magnitude: part((re, im) => Math.hypot(re, im)),
    degrees: part((re, im) => (Math.atan2(im, re) * 180) / Math.PI),
  };
}

/** A sentence with the place of the largest tap, and the span of the taps above 1 % of it. */
function describe(name: EqualizerName, magnitude: Float32Array): string {
  const largest = magnitude.reduce((best, value, t) => (value > magnitude[best] ? t : best), 0);
  const audible = TAP_SAMPLES.filter((_, t) => magnitude[t] > 0.01 * magnitude[largest]);
  const [from, to] = [audible[0], audible[audible.length - 1]].map((k) => fixed(k, 0));
  return `${ALGORITHMS[name].short}: the largest tap, ${fixed(magnitude[largest], 2)}, is at ${fixed(TAP_SAMPLES[largest], 0)}; those above 1 % of it reach from ${from} to ${to} samples.`;
}
