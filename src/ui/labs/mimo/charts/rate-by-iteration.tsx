import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { rate } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

/** Error rates of one receiver after 1, 2, … iterations. */
export interface IterationSeries {
  short: string;
  symbol: string;
  colour: `--${string}`;
  points: readonly { iteration: number; ber: number; fer: number }[];
  /** The detector; its curve fades when another one is highlighted. */
  of: string;
}

interface RateByIterationProps {
  label: string;
  series: readonly IterationSeries[];
  picture: Ref<Picture>;
}

/** Bit error rates over a decoder's iterations; a curve ends where all bits are correct. */
export function RateByIteration({ label, series, picture }: RateByIterationProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const last = Math.max(...series.flatMap(({ points }) => points.map(({ iteration }) => iteration)));
      const rates = series.flatMap(({ points }) => points.map(({ ber }) => ber)).filter((ber) => ber > 0);
      const lowest = Math.floor(Math.log10(Math.min(1e-2, ...rates)));
      return {
        traces: series.map(({ short, symbol, colour, points, of }): Trace => {
          const color = palette(colour);
          return {
            type: "scatter",
            mode: "lines+markers",
            name: short,
            of,
            x: points.map(({ iteration }) => iteration),
            y: points.map(({ ber }) => ber || null),
            line: { color, width: 1.5 },
            marker: { color, symbol, size: 8 },
            customdata: points.map(({ fer }) => rate(fer)),
            hovertemplate: `${short}, %{x}: %{y:.1e}<br>FER %{customdata}<extra></extra>`,
          };
        }),
        layout: {
          xaxis: { title: "Iterations", range: [0.5, last + 0.5], dtick: last > 20 ? 5 : last > 8 ? 2 : 1, tick0: 1 },
          yaxis: {
            title: "Bit error rate",
            type: "log",
            range: [lowest, -0.3],
            dtick: 1,
            tickfont: { size: 10 },
            exponentformat: "power",
            hoverformat: ".1e",
          },
          hovermode: "closest",
        },
      };
    },
    [series],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `After ${x} iterations`}
      readY={(y) => rate(Number(y))}
    />
  );
}
