import { useMemo, useState } from "react";
import { EQUALIZER_TAPS, PRECURSORS } from "#core/telemetry/equalizer/taps.ts";
import type { EqualizerFigure } from "#core/telemetry/experiment/figures/equalizers.ts";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { fixed } from "../../format.ts";
import { ALGORITHMS, curveStyle } from "./algorithms.ts";
import { Chart, type Curve, sampleTicks } from "../../figures/chart.tsx";
import { useAttention } from "../../figures/attention.ts";
import { Legend } from "./legend.tsx";
import { liveCard } from "./live-card.tsx";

/** Positions of the taps, −60 … 125 samples. */
export const TAP_SAMPLES = Array.from({ length: EQUALIZER_TAPS }, (_, t) => t - PRECURSORS);

export const TapsCard = liveCard({
  name: "taps",
  title: "Taps",
  look: "An equalizer cancels an echo with a series of further echoes. With a deeper null they decay more slowly.",
  useData(figures) {
    const highlight = useAttention((state) => state.highlight);
    const [chosen, setChosen] = useState<EqualizerName>("mmse");
    const equalizers = figures?.equalizers?.equalizers;
    const taps = useMemo(() => equalizers?.map(polar), [equalizers]);
    const find = (name?: string) => taps?.find(({ equalizer }) => equalizer === name);
    const shown = find(highlight) ?? find(chosen) ?? taps?.[0];
    return taps && shown && { taps, shown, setChosen };
  },
  summary: ({ shown: { equalizer, magnitude } }) => describe(equalizer, magnitude),
  table: ({ taps }) => ({
    columns: ["tap (samples)", "time (µs)", "equalizer", "|c|", "phase (°)"],
    rows: taps.flatMap(({ equalizer, magnitude, degrees }) =>
      TAP_SAMPLES.map((k, t) => [k, (1e6 * k) / SAMPLE_RATE, equalizer, magnitude[t], degrees[t]]),
    ),
  }),
  draw: ({ taps, shown, setChosen }, summary) => (
    <>
      <Legend names={taps.map(({ equalizer }) => equalizer)} chosen={shown.equalizer} onChoose={setChosen} />
      <Chart
        label={`Taps of ${ALGORITHMS[shown.equalizer].name}. ${summary}`}
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
  ),
});

/** The phase of taps below this fraction of the largest is not drawn. */
const LEAST = 0.02;

/** The shown equalizer's taps: stems of their magnitudes, and their phases. Other equalizers are lines behind. */
function curvesOf(taps: readonly ReturnType<typeof polar>[], shown: ReturnType<typeof polar>): Curve[] {
  const others = taps.filter((other) => other !== shown);
  const behind = others.map(({ equalizer, magnitude }): Curve => {
    const { name, colour } = curveStyle(equalizer);
    return { name, colour, x: TAP_SAMPLES, y: magnitude, opacity: 0.45, width: 1, quiet: "always" };
  });
  const { name, colour, symbol } = curveStyle(shown.equalizer);
  const peak = shown.magnitude.reduce((a, b) => Math.max(a, b), 0);
  const phases = Array.from(shown.degrees, (value, i) => (shown.magnitude[i] >= LEAST * peak ? value : null));
  const dots = { colour, symbol, x: TAP_SAMPLES, width: 0, size: 4.5 };
  return [
    ...behind,
    { ...dots, name: `${name} |c|`, y: shown.magnitude, stems: true },
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
