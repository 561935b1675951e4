import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

export interface PagesChartProps {
  label: string;
  /** Samples per page, in rising order. */
  page: readonly number[];
  /** 10⁶ samples per second. */
  speed: readonly number[];
  latencyMs: readonly number[];
  /** Published for a similar filter, 10⁶ samples per second. */
  published?: number;
  picture: Ref<Picture>;
}

/** Page sizes of the thesis. */
const SHADED = [2 ** 16, 2 ** 24] as const;

/** A page size in powers of 1024: 64 K. */
export const binarySize = (samples: number) =>
  samples >= 2 ** 20
    ? `${plain(samples / 2 ** 20)} M`
    : samples >= 2 ** 10
      ? `${plain(samples / 2 ** 10)} K`
      : `${samples}`;

/** Throughput and latency over the page size, with the published sizes shaded. */
export function PagesChart({ label, page, speed, latencyMs, published, picture }: PagesChartProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const [first, second] = [palette("--blue"), palette("--orange")];
      const line = (name: string, y: readonly number[], color: string, symbol: string, more = {}): Trace => ({
        type: "scatter",
        mode: "lines+markers",
        name,
        x: page,
        y,
        line: { color, width: 1.75 },
        marker: { color, symbol, size: 9 },
        ...more,
      });
      const sizes = [...page, ...SHADED];
      const from = Math.log10(Math.min(...sizes) / 1.5);
      const to = Math.log10(Math.max(...sizes) * 1.5);
      const ticks = [...new Set([...page, ...SHADED])]
        .toSorted((a, b) => a - b)
        .filter((size) => Math.log2(size) % 4 === 0);
      const log = (values: readonly number[]) => {
        const decades = Math.log10(Math.max(...values) / Math.min(...values));
        return {
          type: "log",
          dtick: decades > 2 ? 1 : "D2",
          tickfont: { size: 11 },
          exponentformat: "power",
          minexponent: 4,
        };
      };
      const titled = (text: string, color: string) => ({ text, standoff: 6, font: { color } });
      return {
        traces: [
          line("throughput", speed, first, "diamond", { hovertemplate: "%{y:.3~g} Msamples/s" }),
          line("latency", latencyMs, second, "triangle-up", { yaxis: "y2", hovertemplate: "%{y:.3~g} ms" }),
          ...(published === undefined
            ? []
            : [
                line(
                  "published, GT 540M",
                  SHADED.map(() => published),
                  first,
                  "diamond-open",
                  {
                    x: SHADED,
                    mode: "lines",
                    line: { color: first, width: 1.5, dash: "dash" },
                    hovertemplate: "%{y:.3~g} Msamples/s",
                  },
                ),
              ]),
        ],
        layout: {
          margin: { l: 52, r: 52, t: 20, b: 36 },
          uirevision: `${page.length}`,
          xaxis: {
            title: "Page (samples)",
            type: "log",
            range: [from, to],
            tickvals: ticks,
            ticktext: ticks.map(binarySize),
            tickangle: 0,
          },
          yaxis: { ...log(speed), title: titled("Msamples/s", first) },
          yaxis2: {
            ...log(latencyMs),
            title: titled("Latency (ms)", second),
            overlaying: "y",
            side: "right",
            showgrid: false,
          },
          shapes: [
            {
              type: "rect",
              x0: SHADED[0],
              x1: SHADED[1],
              yref: "paper",
              y0: 0,
              y1: 1,
              line: { width: 0 },
              fillcolor: palette("--accent"),
              opacity: 0.1,
              layer: "below",
            },
          ],
          annotations: [
            {
              x: (Math.log10(SHADED[0]) + Math.log10(SHADED[1])) / 2,
              yref: "paper",
              y: 1,
              yanchor: "bottom",
              text: "the thesis: 64 K to 16 M",
              showarrow: false,
              font: { color: palette("--ink") },
            },
          ],
        },
      };
    },
    [page, speed, latencyMs, published],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${binarySize(Number(x))} samples`}
      readY={(y) => plain(Number(y), 3)}
    />
  );
}
