import { type Ref, useCallback } from "react";
import type { PublishedCurve } from "#core/experiments/published.ts";
import type { EqualizerName } from "#core/experiments/scenario.ts";
import type { SweepPoint } from "#core/experiments/sweep.ts";
import type { Picture } from "../figures/card.tsx";
import { fixed, rate } from "../format.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Plot, type Trace } from "./plot.tsx";
import type { Palette } from "./theme.ts";

export interface BerCurveProps {
  label: string;
  points: readonly SweepPoint[];
  /** Eb/N0 that the axis spans, dB. */
  range: readonly [number, number];
  published: readonly PublishedCurve[];
  highlight?: EqualizerName;
  picture: Ref<Picture>;
}

/** Bit error rate over Eb/N0: 95 % intervals as bars, points without an error as upper limits, published curves hollow. */
export function BerCurve({ label, points, range, published, highlight, picture }: BerCurveProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const names = [...new Set(points.map((point) => point.equalizer))];
      const opacity = (name: EqualizerName) => (highlight && highlight !== name ? 0.2 : 1);
      const overlay = published.filter(({ equalizer }) => names.includes(equalizer) || names.length === 0);
      const all = [
        ...points.flatMap(({ errors, ber, ci95 }) => (errors ? [ber ?? 1] : ci95 ? [ci95[1]] : [])),
        ...overlay.flatMap((curve) => curve.points.filter(([ebn0]) => inRange(ebn0, range)).map(([, ber]) => ber)),
      ];
      const lowest = Math.floor(Math.log10(Math.min(1e-3, ...all)));
      return {
        traces: [
          ...overlay.map((curve, i) => publishedTrace(curve, i === 0, range, opacity(curve.equalizer), palette)),
          ...names.flatMap((name) =>
            measuredTraces(
              name,
              points.filter((point) => point.equalizer === name),
              opacity(name),
              palette,
            ),
          ),
        ],
        layout: {
          xaxis: {
            title: "Eb/N0 (dB)",
            range: [range[0] - 0.5, range[1] + 0.5],
            dtick: tickStep(range[1] - range[0]),
            hoverformat: ".1f",
          },
          yaxis: {
            title: "Bit error rate",
            type: "log",
            range: [Math.max(lowest, -10), -0.3],
            dtick: 1,
            // Plotly writes powers a quarter larger than the font says.
            tickfont: { size: 10 },
            exponentformat: "power",
            hoverformat: ".1e",
          },
          hovermode: "closest",
          showlegend: false,
        },
      };
    },
    [points, range, published, highlight],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `Eb/N0 ${fixed(Number(x), 1)} dB`}
      readY={(y) => rate(Number(y))}
    />
  );
}

const inRange = (ebn0: number, [from, to]: readonly [number, number]) => ebn0 >= from - 0.5 && ebn0 <= to + 0.5;

function measuredTraces(
  name: EqualizerName,
  points: readonly SweepPoint[],
  opacity: number,
  palette: Palette,
): Trace[] {
  const { short, colour, symbol } = ALGORITHMS[name];
  const color = palette(colour);
  const seen = points.filter((point) => point.errors > 0 && point.ci95);
  const clean = points.filter((point) => point.errors === 0 && point.ci95);
  const measured: Trace = {
    type: "scatter",
    mode: "lines+markers",
    name: short,
    legendgroup: name,
    opacity,
    x: seen.map((point) => point.ebn0Db),
    y: seen.map((point) => point.ber),
    line: { color, width: 1.5 },
    marker: { color, symbol, size: 8 },
    error_y: {
      type: "data",
      symmetric: false,
      array: seen.map(({ ber, ci95 }) => ci95![1] - ber!),
      arrayminus: seen.map(({ ber, ci95 }) => ber! - ci95![0]),
      color,
      thickness: 1,
      width: 3,
    },
    customdata: seen.map(({ ci95, errors, bits }) => [rate(ci95![0]), rate(ci95![1]), errors, bits]),
    hovertemplate: `${short}: %{y:.1e}<br>%{customdata[0]} to %{customdata[1]}<br>%{customdata[2]} errors in %{customdata[3]} bits<extra></extra>`,
  };
  if (clean.length === 0) return [measured];
  const limits: Trace = {
    type: "scatter",
    mode: "markers",
    name: `${short}, no error: below`,
    legendgroup: name,
    showlegend: false,
    opacity,
    x: clean.map((point) => point.ebn0Db),
    y: clean.map((point) => point.ci95![1]),
    marker: { color, symbol: "arrow-down", size: 11 },
    customdata: clean.map((point) => point.bits),
    hovertemplate: `${short}: no error in %{customdata} bits,<br>so below %{y:.1e}<extra></extra>`,
  };
  return [measured, limits];
}

function publishedTrace(
  { equalizer, points }: PublishedCurve,
  first: boolean,
  range: readonly [number, number],
  opacity: number,
  palette: Palette,
): Trace {
  const { short, colour, symbol } = ALGORITHMS[equalizer];
  const color = palette(colour);
  const within = points.filter(([ebn0]) => inRange(ebn0, range));
  return {
    type: "scatter",
    mode: "lines+markers",
    name: first ? "published (lab)" : `${short}, published`,
    legendgroup: "published",
    showlegend: first,
    opacity: opacity * 0.75,
    x: within.map(([ebn0]) => ebn0),
    y: within.map(([, ber]) => ber),
    line: { color, width: 1, dash: "dash" },
    marker: { color, symbol: `${symbol}-open`, size: 6 },
    hovertemplate: `${short}, published: %{y:.1e}<extra></extra>`,
  };
}

/** Whole decibels between ticks, so that a narrow figure still has half a dozen of them. */
function tickStep(span: number): number {
  return span > 15 ? 5 : span > 6 ? 2 : 1;
}
