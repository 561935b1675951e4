import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface TimingBar {
  name: string;
  ms: number;
  /** Published milliseconds for the same work. */
  publishedMs?: number;
}

export interface TimingBarsProps {
  label: string;
  bars: readonly TimingBar[];
  /** Milliseconds that the batch lasts on the air. */
  realTimeMs: number;
  picture: Ref<Picture>;
}

/** One bar per stage beside its published time, on a logarithmic axis with a line at real time. */
export function TimingBars({ label, bars, realTimeMs, picture }: TimingBarsProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const names = bars.map(({ name }) => name);
      const bar = (name: string, x: (number | null)[], marker: object): Trace => ({
        type: "bar",
        orientation: "h",
        name,
        x,
        y: names,
        marker,
        hovertemplate: `${name}: %{x:.3~g} ms<extra></extra>`,
      });
      const values = bars.flatMap(({ ms, publishedMs }) => (publishedMs ? [ms, publishedMs] : [ms]));
      const highest = Math.log10(Math.max(realTimeMs, ...values)) + 0.2;
      const lowest = Math.floor(Math.log10(Math.min(1, ...values.filter((ms) => ms > 0))));
      const published = { color: "rgba(0,0,0,0)", line: { color: palette("--muted"), width: 1.5 } };
      return {
        traces: [
          bar(
            "published, Tesla K40c and K20c",
            bars.map(({ publishedMs }) => publishedMs ?? null),
            published,
          ),
          bar(
            "here",
            bars.map(({ ms }) => ms),
            { color: palette("--response") },
          ),
        ],
        layout: {
          xaxis: {
            title: "Time for the batch (ms)",
            type: "log",
            range: [lowest, highest],
            dtick: 1,
            tickfont: { size: 10 },
          },
          yaxis: { autorange: "reversed", dtick: 1 },
          bargap: 0.3,
          hovermode: "closest",
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
              text: `real time ${realTimeMs} ms`,
              showarrow: false,
              font: { color: palette("--ink"), size: 12 },
            },
          ],
        },
      };
    },
    [bars, realTimeMs],
  );
  return <Plot label={label} draw={draw} picture={picture} readY={String} readX={(x) => `${plain(Number(x), 3)} ms`} />;
}
