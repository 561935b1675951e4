import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface MethodBar {
  name: string;
  colour: `--${string}`;
  /** 10⁶ samples per second; undefined where the method has no meaningful result. */
  speed?: number;
  /** Published speed, 10⁶ samples per second. */
  published?: number;
  /** Error against float64, dB. */
  errorDb?: number;
  wrong: boolean;
}

export interface MethodsChartProps {
  label: string;
  bars: readonly MethodBar[];
  /** False omits the speeds, which mean nothing on a software adapter. */
  timed: boolean;
  picture: Ref<Picture>;
}

/** End of the error axis, dB: float32 reaches no less. */
const LEAST_ERROR = -150;

/** Speeds are points: their logarithmic axis has no zero, so the length of a bar would mean nothing. */
const POINTS = { type: "scatter", mode: "markers+text", textposition: "middle right", orientation: undefined };

/** Speed and error of several methods side by side, one row per method. */
export function MethodsChart({ label, bars, timed, picture }: MethodsChartProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const names = bars.map(({ name }) => name);
      const none = "rgba(0,0,0,0)";
      const bar = (name: string, x: (number | null)[], options: object): Trace => ({
        type: "bar",
        orientation: "h",
        name,
        x,
        y: names,
        textposition: "auto",
        cliponaxis: false,
        ...options,
      });
      const colours = bars.map(({ colour, wrong }) => (wrong ? none : palette(colour)));
      const edges = bars.map(({ wrong }) => (wrong ? palette("--danger") : none));
      const marker = { color: colours, line: { color: edges, width: 2 } };
      const speeds = bars.map(({ speed }) => speed ?? null);
      const errors = bars.map(({ errorDb }) => errorDb ?? null);
      const known = bars.flatMap(({ speed, published }) => [speed ?? [], published ?? []].flat());
      const lowest = Math.floor(Math.log10(Math.min(1, ...known)));
      const highest = Math.ceil(Math.log10(Math.max(10, ...known)) + 0.15);
      const traces = [
        bar("error", errors, {
          xaxis: timed ? "x2" : "x",
          marker,
          base: 0,
          text: bars.map(
            ({ errorDb, wrong }) => `${errorDb === undefined ? "" : fixed(errorDb, 0)}${wrong ? " ✕" : ""}`,
          ),
          hovertemplate: "%{y}: %{x:.1f} dB<extra></extra>",
        }),
      ];
      if (timed) {
        traces.unshift(
          bar("samples per second", speeds, {
            ...POINTS,
            marker: { color: bars.map(({ colour, wrong }) => palette(wrong ? "--danger" : colour)), size: 10 },
            text: bars.map(({ speed }) => (speed === undefined ? "" : plain(speed, 3))),
            hovertemplate: "%{y}: %{x:.3~g} Msamples/s<extra></extra>",
          }),
          bar(
            "published, GT 540M or its CPU",
            bars.map(({ published }) => published ?? null),
            {
              ...POINTS,
              mode: "markers",
              marker: { color: palette("--ink"), symbol: "circle-open", size: 12, line: { width: 1.5 } },
              hovertemplate: "%{y}, published: %{x:.3~g} Msamples/s<extra></extra>",
            },
          ),
        );
      }
      const error = { title: "Error (dB)", range: [0, LEAST_ERROR], dtick: 50, zeroline: true };
      return {
        traces,
        legend: false,
        layout: {
          xaxis: timed
            ? { title: "Msamples/s", type: "log", range: [lowest, highest], dtick: 1, domain: [0, 0.62] }
            : error,
          ...(timed ? { xaxis2: { ...error, anchor: "y", domain: [0.68, 1] } } : {}),
          yaxis: { type: "category", autorange: "reversed", automargin: true, tickfont: { size: 12 } },
          barmode: "overlay",
          bargap: 0.35,
          hovermode: "closest",
          dragmode: false,
          margin: { l: 44, r: 12, t: 8, b: 36 },
          uirevision: String(timed),
        },
      };
    },
    [bars, timed],
  );
  return <Plot label={label} draw={draw} picture={picture} readX={(x) => plain(Number(x), 3)} readY={String} />;
}
