import { type Ref, useCallback } from "react";
import type { Picture } from "../figures/card.tsx";
import { plain } from "../format.ts";
import type { AlgorithmStyle } from "./algorithms.ts";
import { Plot, type Trace } from "./plot.tsx";
import type { Palette } from "./theme.ts";

export interface MethodCurve extends Pick<AlgorithmStyle, "short" | "symbol"> {
  colour: `--${string}`;
  points: readonly MethodMark[];
  /** Published marks, hollow, and the machine they are from. */
  published?: { points: readonly MethodMark[]; on: string };
  /** Another curve stands out. */
  faded?: boolean;
}

export interface MethodMark {
  x: number;
  y: number;
  /** The result was not what it should be: marked so that nobody takes it for fast. */
  wrong?: boolean;
}

export interface MethodCurvesProps {
  label: string;
  curves: readonly MethodCurve[];
  xTitle: string;
  yTitle: string;
  unit: string;
  /** A dotted line, with what it means. */
  line?: { y: number; text: string };
  picture: Ref<Picture>;
}

/** A quantity of several methods over a size, both on logarithmic axes; where the size has one value only, as bars. */
export function MethodCurves({ label, curves, xTitle, yTitle, unit, line, picture }: MethodCurvesProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const sizes = new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)));
      const log = { type: "log", tickfont: { size: 11 }, exponentformat: "power", minexponent: 4 };
      if (sizes.size === 1) {
        return {
          traces: curves.flatMap((curve) => bars(curve, unit, palette)),
          layout: {
            xaxis: { title: yTitle, ...log, dtick: 1 },
            yaxis: { autorange: "reversed", automargin: true },
            barmode: "overlay",
            hovermode: "closest",
            showlegend: false,
            uirevision: "bars",
          },
        };
      }
      const dotted = line && {
        shapes: [
          {
            type: "line",
            xref: "paper",
            x0: 0,
            x1: 1,
            y0: line.y,
            y1: line.y,
            line: { color: palette("--accent"), width: 1.5, dash: "dot" },
          },
        ],
        annotations: [
          {
            xref: "paper",
            x: 1,
            y: Math.log10(line.y),
            xanchor: "right",
            yanchor: "bottom",
            text: line.text,
            showarrow: false,
            font: { color: palette("--ink"), size: 12 },
          },
        ],
      };
      return {
        traces: curves.flatMap((curve) => traces(curve, unit, palette)),
        layout: {
          xaxis: { title: xTitle, ...log, tickvals: ticks([...sizes]), tickformat: "~s", autorange: true },
          yaxis: { title: yTitle, ...log, dtick: decades(curves) > 2 ? 1 : undefined, autorange: true },
          hovermode: "closest",
          showlegend: false,
          uirevision: "curves",
          ...dotted,
        },
      };
    },
    [curves, xTitle, yTitle, unit, line],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => (typeof x === "number" ? `${plain(x)} ${xTitle}` : x)}
      readY={(y) => `${plain(Number(y), 3)} ${unit}`}
    />
  );
}

/** How many powers of ten the values span. */
function decades(curves: readonly MethodCurve[]): number {
  const values = curves.flatMap(({ points, published }) => [...points, ...(published?.points ?? [])].map(({ y }) => y));
  return Math.log10(Math.max(...values) / Math.min(...values));
}

/** Up to eight of the sizes, evenly. */
function ticks(sizes: number[]): number[] {
  const sorted = sizes.toSorted((a, b) => a - b);
  const step = Math.ceil(sorted.length / 8);
  return sorted.filter((_, i) => i % step === 0);
}

function traces({ short, colour, symbol, points, published, faded }: MethodCurve, unit: string, palette: Palette) {
  const color = palette(colour);
  const opacity = faded ? 0.2 : 1;
  const trace = (name: string, marks: readonly { x: number; y: number | null }[], options: object): Trace => ({
    type: "scatter",
    mode: "markers",
    name,
    opacity,
    x: marks.map(({ x }) => x),
    y: marks.map(({ y }) => y),
    hovertemplate: `${name}: %{y:.3~g} ${unit}<extra></extra>`,
    ...options,
  });
  const wrong = points.filter((point) => point.wrong);
  // The line breaks where a result is wrong: it is no point of the curve.
  const right = points.map(({ x, y, wrong }) => ({ x, y: wrong ? null : y }));
  return [
    trace(short, right, { mode: "lines+markers", line: { color, width: 1.5 }, marker: { color, symbol, size: 8 } }),
    ...(wrong.length ? [trace(`${short}, WRONG`, wrong, wrongMark(palette))] : []),
    ...(published?.points.length
      ? [
          trace(`${short}, published (${published.on})`, published.points, {
            marker: { color, symbol: `${symbol}-open`, size: 12, line: { width: 2 } },
          }),
        ]
      : []),
  ];
}

const wrongMark = (palette: Palette) => {
  const color = palette("--danger");
  return {
    mode: "markers+text",
    marker: { color, symbol: "x-thin", size: 14, line: { color, width: 3 } },
    text: "wrong",
    textposition: "top center",
    textfont: { color, size: 12 },
    cliponaxis: false,
  };
};

function bars({ short, colour, points, published, faded }: MethodCurve, unit: string, palette: Palette): Trace[] {
  const bar = (name: string, x: number, marker: object, options = {}): Trace => ({
    type: "bar",
    orientation: "h",
    name,
    opacity: faded ? 0.2 : 1,
    x: [x],
    y: [short],
    marker,
    hovertemplate: `${name}: %{x:.3~g} ${unit}<extra></extra>`,
    ...options,
  });
  const struck = { color: "rgba(0,0,0,0)", line: { color: palette("--danger"), width: 2 } };
  const hollow = { color: "rgba(0,0,0,0)", line: { color: palette("--muted"), width: 1.5 } };
  return [
    ...points.map(({ y, wrong }) =>
      wrong
        ? bar(`${short}, WRONG`, y, struck, { text: "✕ wrong", textposition: "inside", insidetextanchor: "end" })
        : bar(short, y, { color: palette(colour) }),
    ),
    ...(published?.points ?? []).map(({ y }) => bar(`${short}, published (${published?.on})`, y, hollow)),
  ];
}
