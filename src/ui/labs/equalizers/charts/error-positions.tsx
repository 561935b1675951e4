import { type Ref, useCallback } from "react";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, rate } from "../../../format.ts";
import { ALGORITHMS } from "../algorithms.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface ErrorPositionsProps {
  label: string;
  /** Bins of bits, each [from, to). */
  bins: readonly { from: number; to: number }[];
  /** Bits counted in each bin. */
  bits: readonly number[];
  /** Most bits in a bin. They set the axis's lower end, so that it does not depend on the packets found. */
  mostBits: number;
  counts: readonly { equalizer: EqualizerName; errors: readonly number[] }[];
  /** Parts of the packet: their names and the bits at which they end. */
  parts: readonly { name: string; to: number }[];
  picture: Ref<Picture>;
}

/** Error rates by position in the packet. A bin without an error is a hollow mark below the axis, and ends the line. */
export function ErrorPositions({ label, bins, bits, mostBits, counts, parts, picture }: ErrorPositionsProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const middle = bins.map(({ from, to }) => (from + to) / 2);
      const floor = 0.4 / mostBits;
      const end = bins[bins.length - 1].to;
      return {
        traces: counts.flatMap(({ equalizer, errors }): Trace[] => {
          const { short, colour, symbol } = ALGORITHMS[equalizer];
          const color = palette(colour);
          const common = { type: "scatter", name: short, of: equalizer, x: middle, legendgroup: short } as const;
          return [
            {
              ...common,
              mode: "lines+markers",
              y: errors.map((count, i) => (count ? count / bits[i] : null)),
              line: { color, width: 0.75 },
              marker: { color, symbol, size: 5 },
              customdata: errors.map((count, i) => `${count} in ${bits[i]}`),
              hovertemplate: "%{customdata}",
            },
            {
              ...common,
              mode: "markers",
              showlegend: false,
              y: errors.map((count) => (count ? null : floor)),
              marker: { color, symbol: `${symbol}-open`, size: 5 },
              customdata: bits,
              hovertemplate: "0 in %{customdata}",
            },
          ];
        }),
        layout: {
          margin: { l: 52, r: 12, t: 28, b: 34 },
          xaxis: { title: "Bit of the packet", range: [-60, end + 60] },
          yaxis: {
            title: "Error rate",
            type: "log",
            range: [Math.log10(floor) - 0.5, 0],
            // Below one error in a bin the axis has no values.
            tickvals: Array.from({ length: Math.floor(Math.log10(mostBits)) + 1 }, (_, power) => 10 ** -power),
            exponentformat: "power",
            tickfont: { size: 10 },
          },
          shapes: parts.slice(0, -1).map(({ to }) => ({
            type: "line",
            x0: to,
            x1: to,
            y0: 0,
            y1: 1,
            yref: "paper",
            line: { color: palette("--edge"), width: 1, dash: "dot" },
          })),
          annotations: [
            ...parts.map(({ name, to }, i) => ({
              text: name,
              x: i === parts.length - 1 ? end : to,
              y: 1,
              yref: "paper",
              xanchor: i === 0 ? "right" : i === parts.length - 1 ? "right" : "left",
              yanchor: "bottom",
              yshift: 6, // above the label of the axis's end
              showarrow: false,
            })),
            {
              text: "no error",
              x: end,
              y: Math.log10(floor),
              xanchor: "right",
              yanchor: "top",
              showarrow: false,
            },
          ],
          uirevision: "positions",
        },
      };
    },
    [bins, bits, mostBits, counts, parts],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `bit ${fixed(Number(x), 0)}`}
      readY={(y) => rate(Number(y))}
    />
  );
}
