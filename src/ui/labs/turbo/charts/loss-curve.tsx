import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import type { Look } from "../../../figures/looks.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

/** The loss of one decoder over its number of windows. */
export interface LossSeries extends Pick<Look, "colour" | "symbol"> {
  short: string;
  /** In rising number of windows. */
  points: readonly { windows: number; lossDb: number }[];
}

export interface LossCurveProps {
  label: string;
  series: readonly LossSeries[];
  /** The number of windows with a loss of 0. */
  against: number;
  picture: Ref<Picture>;
}

/** Loss in dB over the number of windows. */
export function LossCurve({ label, series, against, picture }: LossCurveProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const counts = [...new Set(series.flatMap(({ points }) => points.map(({ windows }) => windows)))];
      const losses = series.flatMap(({ points }) => points.map(({ lossDb }) => lossDb));
      return {
        traces: series.map(({ short, colour, symbol, points }): Trace => {
          const color = palette(colour);
          return {
            type: "scatter",
            mode: "lines+markers",
            name: short,
            x: points.map(({ windows }) => windows),
            y: points.map(({ lossDb }) => lossDb),
            line: { color, width: 1.5 },
            marker: { color, symbol, size: 9 },
            hovertemplate: `${short}, P = %{x}: %{y:.3f} dB<extra></extra>`,
          };
        }),
        layout: {
          xaxis: { title: "Windows P", tickvals: counts, rangemode: "tozero" },
          yaxis: {
            title: `Loss relative to P = ${against} (dB)`,
            range: [Math.min(0, ...losses) - 0.01, Math.max(0.1, ...losses) * 1.15],
            tickformat: ".2~f",
            zeroline: true,
            zerolinecolor: palette("--edge"),
          },
          hovermode: "closest",
        },
      };
    },
    [series, against],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${x} windows`}
      readY={(y) => `${fixed(Number(y), 3)} dB`}
    />
  );
}
