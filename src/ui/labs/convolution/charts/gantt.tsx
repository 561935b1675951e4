import { type Ref, useCallback } from "react";
import type { TimelineLane, TimelineRun } from "#core/convolution/experiment/timeline.ts";
import type { Picture } from "../../../figures/card.tsx";
import { plain } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

/** The lanes in the order in which a part passes them, with their colours. */
export const LANES: readonly { lane: TimelineLane; name: string; colour: `--${string}` }[] = [
  { lane: "fill", name: "CPU fills", colour: "--grey" },
  { lane: "upload", name: "upload", colour: "--amber" },
  { lane: "compute", name: "compute", colour: "--blue" },
  { lane: "download", name: "download", colour: "--orange" },
  { lane: "read", name: "CPU reads", colour: "--pink" },
];

/** A Gantt chart: one row per lane, one group of rows per number of buffers, one bar per part of the batch. */
export function Gantt({
  label,
  runs,
  picture,
}: {
  label: string;
  runs: readonly TimelineRun[];
  picture: Ref<Picture>;
}) {
  const draw = useCallback(
    (palette: Palette) => ({
      traces: LANES.map(({ lane, name, colour }): Trace => {
        const events = runs.flatMap(({ buffers, events }) =>
          events.filter((event) => event.lane === lane).map((event) => ({ ...event, row: rowOf(buffers, name) })),
        );
        return {
          type: "bar",
          orientation: "h",
          name,
          base: events.map(({ start }) => start),
          x: events.map(({ start, end }) => end - start),
          y: events.map(({ row }) => row),
          customdata: events.map(({ part, start, end }) => [part + 1, plain(start, 3), plain(end, 3)]),
          hovertemplate: `part %{customdata[0]}: ${name}<br>%{customdata[1]} to %{customdata[2]} ms<extra></extra>`,
          // A thin outline of the same colour keeps the shortest bars visible.
          marker: { color: palette(colour), line: { color: palette(colour), width: 1 } },
        };
      }),
      legend: false,
      layout: {
        xaxis: { title: "Time since the first part (ms)", rangemode: "tozero", tickformat: "," },
        yaxis: {
          autorange: "reversed",
          categoryorder: "array",
          categoryarray: runs.flatMap(({ buffers }) => LANES.map(({ name }) => rowOf(buffers, name))),
          tickfont: { size: 10 },
        },
        barmode: "overlay",
        bargap: 0.2,
        hovermode: "closest",
      },
    }),
    [runs],
  );
  return (
    <Plot label={label} draw={draw} picture={picture} readX={(ms) => `${plain(Number(ms), 3)} ms`} readY={String} />
  );
}

const rowOf = (buffers: number, name: string) => `${buffers} × ${name}`;
