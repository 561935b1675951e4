import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface ExitChartProps {
  label: string;
  /** Mutual information of each decoder's extrinsic LLRs with the bits, by iteration from the first. */
  information: readonly { first: number; second: number }[];
  /** The highlighted iteration, from 1; 0 for none. */
  iteration: number;
  colour: `--${string}`;
  picture: Ref<Picture>;
}

/** The trajectory of an EXIT chart: the information that each decoder passes to the other, in turn. */
export function ExitChart({ label, information, iteration, colour, picture }: ExitChartProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const [color, ink, muted] = [palette(colour), palette("--ink"), palette("--muted")];
      const x = [0];
      const y = [0];
      const said = ["before the first iteration"];
      for (const [i, { first, second }] of information.entries()) {
        x.push(x[x.length - 1], second);
        y.push(first, first);
        said.push(`iteration ${i + 1}, after decoder 1`, `iteration ${i + 1}, after decoder 2`);
      }
      const now = information[iteration - 1];
      const shapes = x.map((_, i) => (i === 0 ? "circle-open" : i % 2 ? "triangle-up" : "triangle-right"));
      const traces: Trace[] = [
        {
          type: "scatter",
          mode: "lines+markers",
          name: "trajectory",
          cliponaxis: false,
          x,
          y,
          line: { color, width: 1.5 },
          marker: { color, symbol: shapes, size: 8 },
          customdata: said,
          hovertemplate:
            "%{customdata}<br>from decoder 2: %{x:.3f} bits per bit<br>from decoder 1: %{y:.3f} bits per bit<extra></extra>",
        },
        {
          type: "scatter",
          mode: "lines",
          name: "equal information",
          x: [0, 1],
          y: [0, 1],
          hoverinfo: "skip",
          line: { color: muted, width: 1, dash: "dot" },
        },
      ];
      if (now) {
        traces.push({
          type: "scatter",
          mode: "markers",
          name: `iteration ${iteration}`,
          cliponaxis: false,
          x: [now.second],
          y: [now.first],
          hoverinfo: "skip",
          marker: { symbol: "circle-open", size: 16, color: ink, line: { color: ink, width: 2 } },
        });
      }
      const axis = { range: [-0.02, 1.03], dtick: 0.2, tickformat: ".1f" };
      return {
        traces,
        layout: {
          xaxis: { ...axis, title: "Decoder 2 to decoder 1 (bits per bit)", constrain: "domain" },
          yaxis: { ...axis, title: "Decoder 1 to decoder 2 (bits per bit)", scaleanchor: "x", constrain: "domain" },
          hovermode: "closest",
        },
      };
    },
    [information, iteration, colour],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `from decoder 2: ${fixed(Number(x), 3)} bits per bit`}
      readY={(y) => `from decoder 1: ${fixed(Number(y), 3)} bits per bit`}
    />
  );
}
