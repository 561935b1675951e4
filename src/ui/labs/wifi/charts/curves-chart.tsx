import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

/** One curve: lines, markers or both. */
export interface Curve {
  name: string;
  /** Its estimator, which pointing at the curve highlights in every figure. */
  of?: string;
  colour: `--${string}`;
  x: ArrayLike<number>;
  y: ArrayLike<number | null>;
  mode?: "lines" | "markers" | "lines+markers";
  symbol?: string;
  dash?: string;
  width?: number;
}

/** A part of the horizontal axis with a name. */
export interface Span {
  name: string;
  from: number;
  to: number;
  /** Every second part is shaded. */
  shaded: boolean;
}

interface CurvesChartProps {
  label: string;
  curves: readonly Curve[];
  xTitle: string;
  yTitle: string;
  /** Decimals of the values that the pointer and the keyboard read, and their units. */
  read: { x: (x: number) => string; y: (y: number) => string };
  range?: readonly [number, number];
  xRange?: readonly [number, number];
  spans?: readonly Span[];
  /** Positions to mark: a thin line each. The name is above the line, or to one side if two lines are close. */
  marks?: readonly { x: number; name?: string; colour: `--${string}`; side?: "left" | "right" }[];
  /** True: a line at 0. */
  zero?: boolean;
  /** True if a single curve needs a legend. */
  legend?: boolean;
  picture: Ref<Picture>;
}

/** Curves over a common axis with named parts and marked positions. */
export function CurvesChart(props: CurvesChartProps) {
  const { label, curves, xTitle, yTitle, read, range, xRange, spans, marks, zero, legend, picture } = props;
  const draw = useCallback(
    (palette: Palette) => ({
      legend,
      traces: curves.map(({ name, of, colour, x, y, mode = "lines", symbol = "circle", dash, width = 1.5 }): Trace => {
        const color = palette(colour);
        return {
          type: "scatter",
          name,
          of,
          mode,
          x,
          y,
          line: { color, width, dash },
          marker: { color, symbol, size: mode === "markers" ? 6 : 5 },
          hovertemplate: "%{y:.3~g}",
        };
      }),
      layout: {
        margin: { l: 48, r: 12, t: spans || marks?.some(({ name }) => name) ? 24 : 8, b: 34 },
        xaxis: { title: xTitle, ...(xRange && { range: xRange }) },
        yaxis: {
          title: yTitle,
          ...(range && { range }),
          ...(zero && { zeroline: true, zerolinecolor: palette("--ink") }),
        },
        shapes: [
          ...(spans ?? []).map(({ from, to, shaded }) => ({
            type: "rect",
            layer: "below",
            x0: from,
            x1: to,
            y0: 0,
            y1: 1,
            yref: "paper",
            fillcolor: palette(shaded ? "--wash" : "--card"),
            line: { width: 0 },
          })),
          ...(marks ?? []).map(({ x, colour }) => ({
            type: "line",
            x0: x,
            x1: x,
            y0: 0,
            y1: 1,
            yref: "paper",
            line: { color: palette(colour), width: 1.5, dash: "dot" },
          })),
        ],
        annotations: [
          ...(spans ?? []).map(({ name, from, to }) => ({
            text: name,
            x: (from + to) / 2,
            y: 1,
            yref: "paper",
            yanchor: "bottom",
            showarrow: false,
          })),
          ...(marks ?? []).flatMap(({ x, name, colour, side }) =>
            name
              ? [
                  {
                    text: name,
                    x,
                    y: 1,
                    yref: "paper",
                    yanchor: "bottom",
                    ...(side === "left" && { xanchor: "right", xshift: 12 }),
                    ...(side === "right" && { xanchor: "left" }),
                    showarrow: false,
                    font: { color: palette(colour) },
                  },
                ]
              : [],
          ),
        ],
      },
    }),
    [curves, xTitle, yTitle, range, xRange, spans, marks, zero, legend],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => read.x(Number(x))}
      readY={(y) => read.y(Number(y))}
    />
  );
}
