import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import { stems } from "../../../figures/stems.ts";
import { type Palette, translucent } from "../../../figures/theme.ts";

export interface ConvergenceProps {
  label: string;
  /** Cost after 0, 1, 2 … passes: median and quartiles over the packets. */
  median: ArrayLike<number>;
  lower: ArrayLike<number>;
  upper: ArrayLike<number>;
  /** The change of each tap, and the taps' positions in samples. */
  movement?: ArrayLike<number>;
  sample: readonly number[];
  picture: Ref<Picture>;
}

/** The convergence of CMA: the cost after each pass above, the change of each tap below. */
export function Convergence({ label, median, lower, upper, movement, sample, picture }: ConvergenceProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const color = palette("--green");
      const pass = Array.from(median, (_, i) => i);
      const finite = (values: ArrayLike<number>) =>
        Array.from(values, (value) => (Number.isFinite(value) && value > 0 ? value : null));
      const edge = { type: "scatter", mode: "lines", line: { width: 0 }, hoverinfo: "skip" } as const;
      const traces: Trace[] = [
        {
          type: "scatter",
          mode: "lines+markers",
          name: "median J",
          x: pass,
          y: finite(median),
          line: { color, width: 1.5 },
          marker: { color, symbol: "x", size: 7, maxdisplayed: 40 },
          hovertemplate: "%{y:.3~g}",
        },
        { ...edge, x: pass, y: finite(lower) },
        {
          ...edge,
          name: "middle half of the packets",
          x: pass,
          y: finite(upper),
          fill: "tonexty",
          fillcolor: translucent(color),
        },
      ];
      if (movement) {
        traces.push({
          type: "scatter",
          mode: "markers",
          name: "change of the tap",
          x: sample,
          y: movement,
          xaxis: "x2",
          yaxis: "y2",
          marker: { color, size: 3.5 },
          error_y: stems(movement, color),
          hovertemplate: "%{y:.3~g}",
        });
      }
      return {
        traces,
        layout: {
          margin: { l: 52, r: 12, t: 8, b: 34 },
          xaxis: { title: "Passes", anchor: "y", rangemode: "tozero" },
          yaxis: { title: "J", type: "log", domain: [0.5, 1], tickformat: ".3~g", nticks: 5 },
          xaxis2: { title: "Tap k (samples)", anchor: "y2", dtick: 30 },
          yaxis2: { title: "|Δc(k)|", domain: [0, 0.28], rangemode: "tozero" },
        },
      };
    },
    [median, lower, upper, movement, sample],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `at ${fixed(Number(x), 0)}`}
      readY={(y) => plain(Number(y), 3)}
    />
  );
}
