import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface StageTime {
  name: string;
  ms: number;
  /** Published milliseconds for the same work. */
  publishedMs?: number;
}

export interface StageTimesProps {
  label: string;
  stages: readonly StageTime[];
  /** Milliseconds that the batch lasts on the air. */
  realTimeMs: number;
  picture: Ref<Picture>;
}

/**
 * The time of each stage beside its published time, with a line at real time. The axis is logarithmic, so that times are dots:
 * the length of a bar would depend on where the axis begins.
 */
export function StageTimes({ label, stages, realTimeMs, picture }: StageTimesProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const dots = (name: string, x: (number | null)[], marker: object): Trace => ({
        type: "scatter",
        mode: "markers",
        name,
        x,
        y: stages.map((stage) => stage.name),
        marker,
        cliponaxis: false,
        hovertemplate: `${name}: %{x:.3~g} ms<extra></extra>`,
      });
      const values = stages.flatMap(({ ms, publishedMs }) => (publishedMs ? [ms, publishedMs] : [ms]));
      const highest = Math.log10(Math.max(realTimeMs, ...values)) + 0.2;
      const lowest = Math.floor(Math.log10(Math.min(1, ...values.filter((ms) => ms > 0))));
      const muted = palette("--muted");
      return {
        traces: [
          dots(
            "published, Tesla K40c and K20c",
            stages.map(({ publishedMs }) => publishedMs ?? null),
            { color: muted, symbol: "circle-open", size: 9, line: { color: muted, width: 1.5 } },
          ),
          dots(
            "here",
            stages.map(({ ms }) => ms),
            { color: palette("--response"), symbol: "diamond", size: 10 },
          ),
        ],
        layout: {
          xaxis: {
            title: "Time for the batch (ms)",
            type: "log",
            range: [lowest, highest],
            dtick: 1,
            tickfont: { size: 10 },
            minor: { dtick: "D1", showgrid: false, ticks: "outside", ticklen: 3, tickcolor: palette("--line") },
          },
          yaxis: { autorange: "reversed", dtick: 1 },
          hovermode: "closest",
          margin: { l: 44, r: 12, t: 24, b: 34 }, // room for the label of real time
          shapes: [
            {
              type: "line",
              x0: realTimeMs,
              x1: realTimeMs,
              y0: 0,
              y1: 1,
              yref: "paper",
              line: { color: palette("--accent"), width: 1.5, dash: "dot" },
            },
          ],
          annotations: [
            {
              x: Math.log10(realTimeMs),
              y: 1,
              yref: "paper",
              yanchor: "bottom",
              xanchor: "right",
              text: `real time, ${realTimeMs} ms`,
              showarrow: false,
              font: { color: palette("--ink"), size: 12 },
            },
          ],
        },
      };
    },
    [stages, realTimeMs],
  );
  return <Plot label={label} draw={draw} picture={picture} readY={String} readX={(x) => `${plain(Number(x), 3)} ms`} />;
}
