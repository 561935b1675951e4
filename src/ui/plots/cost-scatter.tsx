import { type Ref, useCallback } from "react";
import type { Picture } from "../figures/card.tsx";
import { fixed, si, whole } from "../format.ts";
import { Plot, type Trace } from "./plot.tsx";
import type { Palette } from "./theme.ts";

/** What a method costs, in work and in decibels. */
export interface CostPoint {
  short: string;
  symbol: string;
  colour: `--${string}`;
  operations: number;
  paths: number;
  lossDb: number;
  /** Another point stands out. */
  faded?: boolean;
}

interface CostScatterProps {
  label: string;
  points: readonly CostPoint[];
  picture: Ref<Picture>;
}

/** Loss in dB over the operations that one channel use takes. */
export function CostScatter({ label, points, picture }: CostScatterProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const costs = points.map(({ operations }) => Math.log10(operations));
      const [low, high] = [Math.min(...costs), Math.max(...costs)];
      const room = 0.12 * (high - low) + 0.25;
      const most = Math.max(0.5, ...points.map(({ lossDb }) => lossDb));
      return {
        traces: points.map(({ short, symbol, colour, operations, paths, lossDb, faded }): Trace => {
          const color = palette(colour);
          // A name stands where it is not cut off.
          const right = Math.log10(operations) < (low + high) / 2 || low === high;
          return {
            type: "scatter",
            mode: "markers+text",
            name: short,
            opacity: faded ? 0.2 : 1,
            x: [operations],
            y: [lossDb],
            marker: { color, symbol, size: 12 },
            text: [short],
            textposition: right ? "middle right" : "middle left",
            textfont: { color, size: 12 },
            cliponaxis: false,
            hovertemplate: `${short}: ${fixed(lossDb, 2)} dB<br>${whole(operations)} operations, ${whole(paths)} paths a use<extra></extra>`,
          };
        }),
        layout: {
          xaxis: {
            title: "Real operations a channel use",
            type: "log",
            range: [low - room, high + room],
            dtick: high - low > 1 ? 1 : "D2",
            tickfont: { size: 10 },
            exponentformat: "power",
          },
          yaxis: {
            title: "Loss against the best (dB)",
            range: [-0.08 * most, 1.15 * most],
            tickformat: ".2~f",
            zeroline: true,
            zerolinecolor: palette("--edge"),
          },
          hovermode: "closest",
          showlegend: false,
        },
      };
    },
    [points],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${si(Number(x), "operations", 3)}`}
      readY={(y) => `${fixed(Number(y), 2)} dB`}
    />
  );
}
