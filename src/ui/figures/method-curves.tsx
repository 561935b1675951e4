import { type Ref, useCallback } from "react";
import type { Picture } from "./card.tsx";
import { plain } from "../format.ts";
import type { Look } from "./looks.ts";
import { Plot, type Trace } from "./plotly/plot.tsx";
import type { Palette } from "./theme.ts";

export interface MethodCurve extends Pick<Look, "colour" | "symbol"> {
  short: string;
  points: readonly MethodMark[];
  /** Published values, drawn hollow, and their machine. */
  published?: { points: readonly MethodMark[]; on: string };
  /** Whether another curve is highlighted. */
  faded?: boolean;
}

export interface MethodMark {
  x: number;
  y: number;
  /** Whether the result is wrong. A wrong result is marked, so that it is not taken for a fast one. */
  wrong?: boolean;
}

export interface MethodCurvesProps {
  label: string;
  curves: readonly MethodCurve[];
  xTitle: string;
  yTitle: string;
  unit: string;
  /** A dotted horizontal line and its label. */
  line?: { y: number; text: string };
  /** A dotted vertical line at a size, and its label. */
  mark?: { x: number; text: string };
  picture: Ref<Picture>;
}

/** A quantity of several methods over a size, on logarithmic axes; one row per method if there is only one size. */
export function MethodCurves({ label, curves, xTitle, yTitle, unit, line, mark, picture }: MethodCurvesProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const sizes = new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)));
      const log = { type: "log", tickfont: { size: 11 }, exponentformat: "power", minexponent: 4 };
      const wrong = curves.filter(({ points }) => points.some((point) => point.wrong));
      if (sizes.size === 1) {
        return {
          traces: curves.flatMap((curve) => marks(curve, unit, palette)),
          legend: false,
          layout: {
            xaxis: { title: yTitle, ...log, ...logMarks(curves) },
            yaxis: { type: "category", autorange: "reversed", automargin: true },
            margin: { l: 44, r: 12, t: wrong.length > 0 ? 22 : 8, b: 34 },
            annotations: wrong.length > 0 ? [wrongKey(wrong, palette)] : [],
            hovermode: "closest",
            uirevision: "marks",
          },
        };
      }
      const labels = directLabels(curves, decades(curves, line?.y), palette);
      const dotted = { type: "line", line: { color: palette("--accent"), width: 1.5, dash: "dot" } };
      const shapes = [
        ...(line ? [{ ...dotted, xref: "paper", x0: 0, x1: 1, y0: line.y, y1: line.y }] : []),
        ...(mark ? [{ ...dotted, yref: "paper", y0: 0, y1: 1, x0: mark.x, x1: mark.x }] : []),
      ];
      const markLabel = mark && {
        x: Math.log10(mark.x),
        xshift: 4,
        yref: "paper",
        y: 0,
        xanchor: "left",
        yanchor: "bottom",
        text: mark.text,
        showarrow: false,
        font: { color: palette("--ink"), size: 12 },
      };
      const limitLabel = line && {
        xref: "paper",
        x: 0,
        xshift: 4,
        y: Math.log10(line.y),
        xanchor: "left",
        yanchor: "bottom",
        text: line.text,
        showarrow: false,
        font: { color: palette("--ink"), size: 12 },
      };
      return {
        traces: curves.flatMap((curve) => traces(curve, unit, palette)),
        legend: labels.length === 0 || curves.some(({ published }) => published?.points.length),
        layout: {
          xaxis: {
            title: xTitle,
            ...log,
            tickvals: ticks([...sizes]),
            tickangle: 0,
            // Four digits are easier to read than 1.024k.
            tickformat: Math.max(...sizes) < 1e4 ? ",d" : "~s",
            autorange: true,
          },
          yaxis: { title: yTitle, ...log, dtick: dtickOf(decades(curves)), autorange: true },
          hovermode: "closest",
          uirevision: "curves",
          margin: { l: 44, r: labels.length > 0 ? 82 : 12, t: wrong.length > 0 ? 22 : 8, b: 34 },
          annotations: [
            ...labels,
            ...(limitLabel ? [limitLabel] : []),
            ...(markLabel ? [markLabel] : []),
            ...(wrong.length > 0 ? [wrongKey(wrong, palette)] : []),
          ],
          shapes,
        },
      };
    },
    [curves, xTitle, yTitle, unit, line, mark],
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

/** A logarithmic axis with room for the marks at both ends. */
function logMarks(curves: readonly MethodCurve[]) {
  const values = curves.flatMap(({ points, published }) => [...points, ...(published?.points ?? [])].map(({ y }) => y));
  const [least, most] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  const margin = 0.15 + 0.04 * (most - least);
  return { range: [least - margin, most + margin], dtick: dtickOf(most - least + 2 * margin) };
}

/** Plotly's tick step of a logarithmic axis: powers of ten, with 2 and 5 between them, or all digits. */
const dtickOf = (decades: number) => (decades > 3 ? 1 : decades > 0.7 ? "D2" : undefined);

/** How many powers of ten the values span, and one more value if there is one. */
function decades(curves: readonly MethodCurve[], ...more: (number | undefined)[]): number {
  const marks = curves.flatMap(({ points, published }) => [...points, ...(published?.points ?? [])]);
  const values = [...marks.map(({ y }) => y), ...more.filter((value) => value !== undefined)];
  return Math.log10(Math.max(...values) / Math.min(...values));
}

/** The sizes whose labels fit on a logarithmic axis: the last one, and each one far enough from the next. */
function ticks(sizes: number[]): number[] {
  const sorted = sizes.toSorted((a, b) => b - a);
  const apart = (sorted[0] / sorted[sorted.length - 1]) ** (1 / 9);
  const chosen: number[] = [];
  for (const size of sorted) if (chosen.length === 0 || size * apart <= chosen.at(-1)! * 1.0001) chosen.push(size);
  return chosen.toReversed();
}

/** Approximate height of a plot and of one line of labels, px. */
const PLOT_HEIGHT = 170;
const LABEL_HEIGHT = 14;

/** Each curve's name at its end, moved as little as possible so that names do not overlap; no names in a narrow plot. */
function directLabels(curves: readonly MethodCurve[], decades: number, palette: Palette): object[] {
  if (!matchMedia("(width >= 500px)").matches) return [];
  const ends = curves.flatMap(({ short, colour, points, faded }) => {
    const last = points.findLast(({ wrong }) => !wrong);
    return last ? [{ short, colour, faded, y: Math.log10(last.y) }] : [];
  });
  const gap = (Math.max(0.3, decades) * LABEL_HEIGHT) / PLOT_HEIGHT;
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  const places = spreadOut(
    sorted.map(({ y }) => y),
    gap,
  );
  return sorted.map(({ short, colour, faded }, i) => ({
    xref: "paper",
    x: 1,
    xshift: 3,
    y: places[i],
    xanchor: "left",
    yanchor: "middle",
    text: short,
    showarrow: false,
    opacity: faded ? 0.2 : 1,
    font: { color: palette(colour), size: 11 },
  }));
}

/** Moves ascending numbers at least `gap` apart with the least sum of squared moves: numbers that are too close share one centre. */
function spreadOut(numbers: readonly number[], gap: number): number[] {
  const heaps: { centre: number; size: number }[] = [];
  for (const number of numbers) {
    let heap = { centre: number, size: 1 };
    for (;;) {
      const below = heaps.at(-1);
      if (!below || heap.centre - below.centre >= (gap * (heap.size + below.size)) / 2) break;
      heaps.pop();
      const size = heap.size + below.size;
      heap = { centre: (heap.centre * heap.size + below.centre * below.size) / size, size };
    }
    heaps.push(heap);
  }
  return heaps.flatMap(({ centre, size }) =>
    Array.from({ length: size }, (_, i) => centre + (i - (size - 1) / 2) * gap),
  );
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
  // The line breaks at a wrong result, which is not a point of the curve.
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
    marker: { color, symbol: "x-thin", size: 14, line: { color, width: 3 } },
    cliponaxis: false,
  };
};

/** A legend of the crosses above the plot, where no curve crosses it. */
const wrongKey = (curves: readonly MethodCurve[], palette: Palette) => ({
  xref: "paper",
  x: 1,
  xanchor: "right",
  yref: "paper",
  y: 1,
  yanchor: "bottom",
  text: `✕ wrong: ${curves.map(({ short }) => short).join(", ")}`,
  showarrow: false,
  font: { color: palette("--danger"), size: 12 },
});

/** One row of marks. Their axis has no zero, so they are points: the length of a bar would mean nothing. */
function marks({ short, colour, symbol, points, published, faded }: MethodCurve, unit: string, palette: Palette) {
  const color = palette(colour);
  const mark = (name: string, x: number, options: object): Trace => ({
    type: "scatter",
    mode: "markers",
    name,
    opacity: faded ? 0.2 : 1,
    x: [x],
    y: [short],
    hovertemplate: `${name}: %{x:.3~g} ${unit}<extra></extra>`,
    ...options,
  });
  return [
    ...points.map(({ y, wrong }) =>
      wrong ? mark(`${short}, WRONG`, y, wrongMark(palette)) : mark(short, y, { marker: { color, symbol, size: 10 } }),
    ),
    ...(published?.points ?? []).map(({ y }) =>
      mark(`${short}, published (${published?.on})`, y, {
        marker: { color, symbol: `${symbol}-open`, size: 12, line: { width: 2 } },
      }),
    ),
  ];
}
