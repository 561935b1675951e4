import type { PipelineRun } from "#core/telemetry/experiment/device-pipeline.ts";
import type { Curve } from "../../../figures/chart.tsx";
import { plain } from "../../../format.ts";

/** A batch on a GPU, or a copy of it to another one. Times in ms. */
export interface DeviceBar {
  row: string;
  /** Where a row has both, the model is above what was measured. */
  look: "compute" | "transfer" | "model" | "measured";
  /** What is done. */
  name: string;
  batch: number;
  start: number;
  end: number;
}

/** Neighbouring batches have different colours, so that the eye can follow one from GPU to GPU. */
const COLOURS = ["--blue", "--orange", "--green"] as const;

const LOOKS = {
  compute: { opacity: 1 },
  transfer: { opacity: 0.45 },
  model: { hollow: true, edge: 1.5, more: { offset: -0.38, width: 0.34 } },
  measured: { more: { offset: -0.02, width: 0.38 } },
} as const satisfies Record<DeviceBar["look"], Partial<Curve>>;

/** Returns the bars of a Gantt chart. */
export function curvesOf(bars: readonly DeviceBar[]): Curve[] {
  return COLOURS.flatMap((colour, turn) =>
    Object.entries(LOOKS).flatMap(([look, style]): Curve[] => {
      const mine = bars.filter((bar) => bar.look === look && bar.batch % COLOURS.length === turn);
      if (mine.length === 0) return [];
      const text = look === "compute" ? mine.map(({ batch }) => String(batch + 1)) : undefined;
      return [
        {
          name: look,
          colour,
          bars: mine.map(({ start }) => start),
          x: mine.map(({ start, end }) => end - start),
          y: mine.map(({ row }) => row),
          says: mine.map(({ batch, name, start, end }) => {
            return `batch ${batch + 1}: ${name}<br>${plain(start, 4)} to ${plain(end, 4)} ms`;
          }),
          ...style,
          more: {
            text,
            textposition: "inside",
            insidetextanchor: "middle",
            textangle: 0,
            ...("more" in style && style.more),
          },
        },
      ];
    }),
  );
}

/** Returns the bars of two models: the stages on different GPUs, and the batches on different GPUs. */
export function modelBars(pipeline: PipelineRun, shards: PipelineRun): DeviceBar[] {
  return [
    ...pipeline.events.map(({ kind, device, ...event }): DeviceBar => ({
      ...event,
      look: kind,
      row: kind === "transfer" ? `copy ${device} to ${device + 1}` : `stages, GPU ${device + 1}`,
    })),
    ...shards.events.map(({ device, kind, ...event }): DeviceBar => ({
      ...event,
      look: kind,
      row: `packets, GPU ${device + 1}`,
    })),
  ];
}

/** Returns the rows in the order in which bars first need them: one per GPU or link. */
export const rowsOf = (bars: readonly DeviceBar[]): string[] => [...new Set(bars.map(({ row }) => row))];
