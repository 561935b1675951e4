import { type Ref, useCallback } from "react";
import type { PipelineEvent, PipelineRun } from "#core/telemetry/experiment/device-pipeline.ts";
import type { Picture } from "../../../figures/card.tsx";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";
import { plain } from "../../../format.ts";

interface DeviceGanttProps {
  label: string;
  pipeline: PipelineRun;
  shards: PipelineRun;
  picture: Ref<Picture>;
}

/** Neighbouring batches have different colours, so that the eye can follow one from GPU to GPU. */
const COLOURS = ["--blue", "--orange", "--green"] as const;

/** Two Gantt charts in one: the stages on different GPUs, and the batches on different GPUs. One row per GPU or link. */
export function DeviceGantt({ label, pipeline, shards, picture }: DeviceGanttProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const bars = [
        ...pipeline.events.map((event) => ({ ...event, row: stageRow(event) })),
        ...shards.events.map((event) => ({ ...event, row: `packets, GPU ${event.device + 1}` })),
      ];
      const traces = COLOURS.flatMap((colour, turn) =>
        (["compute", "transfer"] as const).map((kind): Trace => {
          const mine = bars.filter((bar) => bar.kind === kind && bar.batch % COLOURS.length === turn);
          return {
            type: "bar",
            orientation: "h",
            name: kind,
            base: mine.map(({ start }) => start),
            x: mine.map(({ start, end }) => end - start),
            y: mine.map(({ row }) => row),
            text: kind === "compute" ? mine.map(({ batch }) => String(batch + 1)) : undefined,
            textposition: "inside",
            insidetextanchor: "middle",
            textangle: 0,
            customdata: mine.map(({ batch, name, start, end }) => [batch + 1, name, plain(start, 4), plain(end, 4)]),
            hovertemplate:
              "batch %{customdata[0]}: %{customdata[1]}<br>%{customdata[2]} to %{customdata[3]} ms<extra></extra>",
            marker: {
              color: palette(colour),
              opacity: kind === "compute" ? 1 : 0.45,
              line: { color: palette("--card"), width: 1 },
            },
          };
        }),
      );
      return {
        traces,
        legend: false,
        layout: {
          xaxis: { title: "Time since the first batch (ms)", rangemode: "tozero", tickformat: "," },
          yaxis: {
            autorange: "reversed",
            categoryorder: "array",
            categoryarray: rowsOf(pipeline, shards),
            tickfont: { size: 10 },
            dtick: 1,
          },
          barmode: "overlay",
          bargap: 0.15,
          hovermode: "closest",
        },
      };
    },
    [pipeline, shards],
  );
  return (
    <Plot label={label} draw={draw} picture={picture} readX={(ms) => `${plain(Number(ms), 3)} ms`} readY={String} />
  );
}

const stageRow = ({ kind, device }: Pick<PipelineEvent, "kind" | "device">) =>
  kind === "transfer" ? `copy ${device} to ${device + 1}` : `stages, GPU ${device + 1}`;

function rowsOf(pipeline: PipelineRun, shards: PipelineRun): string[] {
  const stages = pipeline.groups.flatMap((_, device) =>
    (["transfer", "compute"] as const).flatMap((kind) =>
      kind === "transfer" && device === 0 ? [] : [stageRow({ kind, device })],
    ),
  );
  return [...stages, ...shards.groups.map((_, device) => `packets, GPU ${device + 1}`)];
}
