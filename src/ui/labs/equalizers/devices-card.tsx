import { useState } from "react";
import {
  packetShards,
  type PipelineRun,
  type ReceiverStage,
  stagePipeline,
} from "#core/telemetry/experiment/device-pipeline.ts";
import {
  chainShares,
  PUBLISHED_TRANSFER_MS,
  publishedStages,
  REAL_TIME_MS,
  receiverStages,
} from "#core/telemetry/experiment/published.ts";
import type { ReceiverTimings } from "#core/telemetry/experiment/timings.ts";
import { BATCH_PACKETS, PACKET_SAMPLES } from "#core/telemetry/packet.ts";
import { FigureCard } from "../../figures/card.tsx";
import { fixed, plain } from "../../format.ts";
import { isSoftware, useGpu } from "../../kit/engine.ts";
import { useRun } from "../../kit/run.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { ColumnTable } from "../../elements/column-table.tsx";
import { Chart } from "../../figures/chart.tsx";
import { curvesOf, type DeviceBar, modelBars, rowsOf } from "./charts/device-bars.ts";
import { lessonOf } from "./lesson-of.ts";
import {
  measuredBars,
  measuredMethod,
  type MeasuredSplit,
  measuredSplits,
  measuredText,
  speedText,
} from "./measured-stages.ts";
import measuredStages from "./stages.json" with { type: "json" };
import { timings as run } from "./store/timings.ts";

/** Fewest batches in the figure. */
const BATCHES = 6;
const DEVICES = [1, 2, 3, 4, 6, 8];

/** What one GPU needs for a batch: its stages, and the way of the samples to another GPU. */
interface Parts {
  stages: ReceiverStage[];
  transferMs: number;
  from: string;
}

/** The receiver on several GPUs: its stages on different GPUs, as in the thesis, against whole batches on each. */
export function DevicesCard() {
  const timings = useRun(run).step?.state.timings;
  const software = useGpu(isSoftware);
  const own = timings && !software ? timings : undefined;
  const [devices, setDevices] = useState(3);
  const [chosen, setSource] = useState<Source>("two");
  const source = chosen === "own" && !own ? "two" : chosen;
  const { bars, summary, remark, splits, look } =
    source === "two" ? TWO : modelOf(source === "own" && own ? partsOf(own) : PUBLISHED, devices);
  return (
    <FigureCard
      name="devices"
      title="Several GPUs"
      width="full"
      lesson={lessonOf("devices")}
      look={`Each bar is the time of 3104 packets on a GPU, or of their copy to the next GPU. Above, the stages are on different GPUs. Below, each GPU takes whole batches. ${look}`}
      summary={summary}
      table={() => ({
        columns: ["row", "what", "batch", "start (ms)", "end (ms)"],
        rows: bars.map(({ row, name, batch, start, end }) => [row, name, batch + 1, start, end]),
      })}
      controls={
        <>
          <ChoiceField
            label="Times of"
            choices={[
              { value: "two", text: `two ${measuredStages.gpu}s` },
              ...(own ? [{ value: "own", text: "this GPU" } as const] : []),
              { value: "published", text: "the thesis" },
            ]}
            value={source}
            onChange={setSource}
          />
          {source !== "two" && (
            <ChoiceField
              label="GPUs"
              choices={DEVICES.map((count) => ({ value: String(count), text: String(count) }))}
              value={String(devices)}
              onChange={(count) => setDevices(Number(count))}
            />
          )}
        </>
      }
    >
      <Chart
        label={`Several GPUs. ${summary}`}
        x={{ title: "Time since the first batch", unit: "ms", fromZero: true, more: { tickformat: "," } }}
        y={{ title: "", names: rowsOf(bars), more: { tickfont: { size: 10 } } }}
        curves={curvesOf(bars)}
        legend={false}
        nearest
        more={{ bargap: 0.15 }}
      />
      {splits && (
        <ColumnTable
          region="Times per batch"
          className="device-times"
          aria-label="Times per batch"
          named
          rows={splits}
          columns={[
            ["Split", ({ name }) => name],
            ["ms per batch", ({ ms, least, most }) => `${fixed(ms, 2)} (${fixed(least, 2)} to ${fixed(most, 2)})`],
            ["Model", ({ model }) => fixed(model, 2)],
            ["Speed", ({ speed }) => speed ?? "–"],
          ]}
        />
      )}
      <p className="caveat">{remark}</p>
    </FigureCard>
  );
}

/** Whose times are shown: two GPUs that were measured, or one GPU's stages in a model of several. */
type Source = "two" | "own" | "published";

/** What the card shows. */
interface Shown {
  bars: DeviceBar[];
  summary: string;
  remark: string;
  splits?: MeasuredSplit[];
  look: string;
}

const TWO: Shown = {
  bars: measuredBars(measuredStages),
  summary: measuredText(measuredStages),
  remark: measuredMethod(measuredStages),
  splits: measuredSplits(measuredStages),
  look: "Outlined bars are a model, and filled bars were measured.",
};

function modelOf(parts: Parts, devices: number): Shown {
  const { stages, transferMs, from } = parts;
  const batches = Math.max(BATCHES, devices);
  const pipeline = stagePipeline(stages, devices, transferMs, batches);
  const shards = packetShards(stages, devices, batches);
  const summary = describe(parts, pipeline, shards, devices);
  return {
    bars: modelBars(pipeline, shards),
    summary,
    remark: `${summary} Model from the times of single stages: ${from}. Transfers overlap with computing.`,
    look: "",
  };
}

/** A complex sample has two float32 numbers. */
const BATCH_BYTES = 8 * PACKET_SAMPLES * BATCH_PACKETS;

const PUBLISHED: Parts = {
  stages: publishedStages(),
  transferMs: PUBLISHED_TRANSFER_MS,
  from: "Table 4.5 of the thesis (Tesla K40c and K20c), with its longest transfer for each step between GPUs",
};

function partsOf({ stages, packets, hostCopy, adapter }: ReceiverTimings): Parts {
  const total = receiverStages(stages).reduce((sum, { ms }) => sum + ms, 0);
  const perBatch = (total * BATCH_PACKETS) / packets;
  return {
    stages: chainShares(stages).map(({ name, share }) => ({ name, ms: share * perBatch })),
    transferMs: BATCH_BYTES / hostCopy,
    from: `measured on ${adapter.name}; a transfer is a measured copy from the GPU to the host and back`,
  };
}

function describe({ stages, transferMs }: Parts, pipeline: PipelineRun, shards: PipelineRun, devices: number): string {
  const alone = stages.reduce((sum, { ms }) => sum + ms, 0);
  const speed = ({ period }: PipelineRun) => `${plain(period, 3)} ms per batch, ${speedText(alone / period)}`;
  const gpus = `${devices} GPUs`;
  const one = `One GPU: ${plain(alone, 3)} ms per batch.`;
  if (pipeline.groups.length === 1) return one;
  const slowest = pipeline.groups.map((group) => group.reduce((sum, { ms }) => sum + ms, 0));
  const most = Math.max(...slowest);
  const at = slowest.indexOf(most);
  const limit =
    transferMs > most
      ? `a transfer of ${plain(transferMs, 3)} ms limits it`
      : `GPU ${at + 1} limits it (${pipeline.groups[at].map(({ name }) => name).join(", ")})`;
  const inTime = (run: PipelineRun) => (run.period <= REAL_TIME_MS ? "" : "; this is slower than real time");
  return (
    `${one} Stages on ${gpus}: ${speed(pipeline)}; ${limit}${inTime(pipeline)}. ` +
    `Packets on ${gpus}: ${speed(shards)}${inTime(shards)}. A batch on the air lasts ${REAL_TIME_MS} ms.`
  );
}
