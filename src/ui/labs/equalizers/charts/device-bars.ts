import type { PipelineEvent, PipelineRun } from "#core/telemetry/experiment/device-pipeline.ts";
import type { Curve } from "../../../figures/chart.tsx";
import { plain } from "../../../format.ts";

/** Neighbouring batches have different colours, so that the eye can follow one from GPU to GPU. */
const COLOURS = ["--blue", "--orange", "--green"] as const;

/** Returns the bars of two Gantt charts in one: the stages on different GPUs, and the batches on different GPUs. */
export function barsOf(pipeline: PipelineRun, shards: PipelineRun): Curve[] {
  const bars = [
    ...pipeline.events.map((event) => ({ ...event, row: stageRow(event) })),
    ...shards.events.map((event) => ({ ...event, row: `packets, GPU ${event.device + 1}` })),
  ];
  return COLOURS.flatMap((colour, turn) =>
    (["compute", "transfer"] as const).map((kind): Curve => {
      const mine = bars.filter((bar) => bar.kind === kind && bar.batch % COLOURS.length === turn);
      const text = kind === "compute" ? mine.map(({ batch }) => String(batch + 1)) : undefined;
      return {
        name: kind,
        colour,
        bars: mine.map(({ start }) => start),
        x: mine.map(({ start, end }) => end - start),
        y: mine.map(({ row }) => row),
        opacity: kind === "compute" ? 1 : 0.45,
        says: mine.map(({ batch, name, start, end }) => {
          return `batch ${batch + 1}: ${name}<br>${plain(start, 4)} to ${plain(end, 4)} ms`;
        }),
        more: { text, textposition: "inside", insidetextanchor: "middle", textangle: 0 },
      };
    }),
  );
}

const stageRow = ({ kind, device }: Pick<PipelineEvent, "kind" | "device">) =>
  kind === "transfer" ? `copy ${device} to ${device + 1}` : `stages, GPU ${device + 1}`;

/** Returns the rows: one per GPU or link. */
export function rowsOf(pipeline: PipelineRun, shards: PipelineRun): string[] {
  const stages = pipeline.groups.flatMap((_, device) =>
    (["transfer", "compute"] as const).flatMap((kind) =>
      kind === "transfer" && device === 0 ? [] : [stageRow({ kind, device })],
    ),
  );
  return [...stages, ...shards.groups.map((_, device) => `packets, GPU ${device + 1}`)];
}
