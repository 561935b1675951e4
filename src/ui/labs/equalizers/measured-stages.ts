import { packetShards, pipelineTimes } from "#core/telemetry/experiment/device-pipeline.ts";
import { bytes, plain } from "../../format.ts";
import type { DeviceBar } from "./charts/device-bars.ts";

/** Runs of `bench-stages` on two GPUs: see scripts/stages.mjs. Times of kernels and copies are medians of the runs. */
export interface MeasuredStages {
  gpu: string;
  date: string;
  packets: number;
  batches: number;
  /** What goes from the first GPU to the second one for each batch. */
  frameBytes: number;
  /** On the first GPU and on the second one, ms per batch. */
  kernels: number[];
  /** First GPU to the host, host to shared memory, shared memory to the host, host to the second GPU, ms. */
  copies: number[];
  /** Time per batch in each run, ms: on one GPU, and on both with packets or stages on each. */
  runs: { "one device": number; packets: number; stages: number }[];
  /** The first batches of one run. Times are ms since its order. */
  steps: { split: string; name: string; device: number; batch: number; start: number; end: number }[];
}

/** A row of the figure, and what is done in it. */
interface Row {
  row: string;
  does: string;
}

const ONE: Row = { row: "one GPU", does: "all stages" };
const SHARDS: readonly Row[] = [1, 2].map((gpu) => ({ row: `packets, GPU ${gpu}`, does: "all stages" }));
/** By the names of the steps, in their order. */
const STAGES: Readonly<Record<string, Row>> = {
  solve: { row: "stages, GPU 1", does: "preamble, estimates, ZF, MMSE, CMA; copy to the host" },
  write: { row: "into memory", does: "copy into shared memory" },
  read: { row: "out of memory", does: "copy out of shared memory" },
  filter: { row: "stages, GPU 2", does: "copy from the host; filters, FDE1, FDE2, detectors" },
};

type Slot = Pick<DeviceBar, "batch" | "start" | "end">;

const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0);

/** Returns the times of the pipeline's four parts, ms. A GPU computes and copies in turn. */
function partsOf({ kernels: [solve, filter], copies: [out, write, read, into] }: MeasuredStages): number[] {
  return [solve + out, write, read, into + filter];
}

/** Returns the bars of the model and of a run. */
export function measuredBars(shown: MeasuredStages): DeviceBar[] {
  const stages = Object.values(STAGES);
  const count = 1 + Math.max(...shown.steps.map(({ batch }) => batch));
  const bar = ({ row, does }: Row, look: "model" | "measured", { batch, start, end }: Slot): DeviceBar => {
    return { row, look, name: `${does} (${look})`, batch, start, end };
  };
  const all = [{ name: "all stages", ms: sum(shown.kernels) }];
  return [
    ...pipelineTimes(partsOf(shown), count).map(({ part, ...slot }) => bar(stages[part], "model", slot)),
    ...[SHARDS, [ONE]].flatMap((rows) =>
      packetShards(all, rows.length, count).events.map((event) => bar(rows[event.device], "model", event)),
    ),
    ...shown.steps.map((step) =>
      bar(
        step.split === "stages" ? STAGES[step.name] : step.split === "packets" ? SHARDS[step.device] : ONE,
        "measured",
        step,
      ),
    ),
  ];
}

/** How fast one way to share the work is. Times in ms per batch. */
export interface MeasuredSplit {
  name: string;
  /** Median, least and most of the runs. */
  ms: number;
  least: number;
  most: number;
  model: number;
  /** Relative to one GPU of the same run, in words; undefined for one GPU. */
  speed: string | undefined;
}

/** Returns the figures of stages, packets and one GPU, in this order. */
export function measuredSplits(shown: MeasuredStages): MeasuredSplit[] {
  const alone = sum(shown.kernels);
  const rows = [
    ["Stages", "stages", Math.max(...partsOf(shown))],
    ["Packets", "packets", alone / 2],
    ["One GPU", "one device", alone],
  ] as const;
  return rows.map(([name, split, model]) => {
    const times = shown.runs.map((run) => run[split]);
    const speed =
      split === "one device" ? undefined : speedText(median(shown.runs.map((run) => run["one device"] / run[split])));
    return { name, ms: median(times), least: Math.min(...times), most: Math.max(...times), model, speed };
  });
}

/** Returns the summary of the runs. */
export function measuredText(shown: MeasuredStages): string {
  const said = measuredSplits(shown).map(({ name, ms, speed }) => {
    return `${name}: ${plain(ms, 3)} ms per batch${speed ? `, ${speed}` : ""}.`;
  });
  return `Measured on two ${shown.gpu}s. ${said.join(" ")}`;
}

/** Returns how the runs were measured, and what the model assumes. */
export function measuredMethod(shown: MeasuredStages): string {
  const { gpu, date, packets, batches, frameBytes, copies, runs } = shown;
  const parts = partsOf(shown);
  const slowest = Math.max(...parts);
  const { row, does } = Object.values(STAGES)[parts.indexOf(slowest)];
  return (
    `Two ${gpu}s of one host, ${date}: median and range of ${runs.length} runs of ${batches} batches of ${packets} packets. ` +
    `For stages, ${bytes(frameBytes)} per batch go from GPU to GPU in four copies: to the host, into shared memory, out of it, to the GPU. ` +
    `Alone they take ${copies.map((ms) => plain(ms, 3)).join(", ")} ms. ` +
    `The model measures each part alone, and lets all parts overlap; a GPU computes and copies in turn. ` +
    `So the slowest part limits stages: ${plain(slowest, 3)} ms for “${row}” (${does}).`
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

/** Returns a speed relative to one GPU in words. */
export function speedText(ratio: number): string {
  const factor = plain(Math.max(ratio, 1 / ratio), 2);
  if (factor === "1") return "as fast as one GPU";
  return `${factor} times ${ratio > 1 ? "as fast" : "slower"}`;
}
