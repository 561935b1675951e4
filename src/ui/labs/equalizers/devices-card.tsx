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
import { plain } from "../../format.ts";
import { isSoftware, useGpu } from "../../kit/engine.ts";
import { useRun } from "../../kit/run.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Chart } from "../../figures/chart.tsx";
import { barsOf, rowsOf } from "./charts/device-bars.ts";
import { lessonOf } from "./lesson-of.ts";
import { measuredText } from "./measured-stages.ts";
import measuredStages from "./stages.json" with { type: "json" };
import { timings as run } from "./store/timings.ts";
import { Check } from "../../elements/check.tsx";

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
  const measured = timings && !software ? timings : undefined;
  const [devices, setDevices] = useState(3);
  const [published, setPublished] = useState(false);
  const parts = measured && !published ? partsOf(measured) : PUBLISHED;
  const { stages, transferMs, from } = parts;
  const runs = {
    pipeline: stagePipeline(stages, devices, transferMs, Math.max(BATCHES, devices)),
    shards: packetShards(stages, devices, Math.max(BATCHES, devices)),
  };
  const summary = describe(parts, runs.pipeline, runs.shards, devices);
  return (
    <FigureCard
      name="devices"
      title="Several GPUs"
      width="full"
      lesson={lessonOf("devices")}
      look="Each bar is a batch of 3104 packets on a GPU, or its samples on the way to the next GPU. Above, the stages are on different GPUs. Below, each GPU takes whole batches."
      summary={summary}
      table={() => ({
        columns: ["split by", "GPU", "what", "batch", "start (ms)", "end (ms)"],
        rows: Object.entries(runs).flatMap(([split, { events }]) =>
          events.map(({ device, kind, name, batch, start, end }) => [
            split === "pipeline" ? "stages" : "packets",
            device + 1,
            kind === "transfer" ? "transfer" : name,
            batch + 1,
            start,
            end,
          ]),
        ),
      })}
      controls={
        <>
          {measured && (
            <Check checked={published} onChange={() => setPublished(!published)}>
              The thesis’s times
            </Check>
          )}
          <ChoiceField
            label="GPUs"
            choices={DEVICES.map((count) => ({ value: String(count), text: String(count) }))}
            value={String(devices)}
            onChange={(count) => setDevices(Number(count))}
          />
        </>
      }
    >
      <Chart
        label={`Several GPUs. ${summary}`}
        x={{ title: "Time since the first batch", unit: "ms", fromZero: true, more: { tickformat: "," } }}
        y={{ title: "", names: rowsOf(runs.pipeline, runs.shards), more: { tickfont: { size: 10 } } }}
        curves={barsOf(runs.pipeline, runs.shards)}
        legend={false}
        nearest
        more={{ bargap: 0.15 }}
      />
      <p className="caveat">
        {summary} Model from the times of single stages: {from}. Transfers overlap with computing.{" "}
        {measuredText(measuredStages)}
      </p>
    </FigureCard>
  );
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
  const speed = ({ period }: PipelineRun) => `${plain(period, 3)} ms per batch, ${plain(alone / period, 3)} × one GPU`;
  const gpus = devices === 1 ? "one GPU" : `${devices} GPUs`;
  if (pipeline.groups.length === 1)
    return `All stages on one GPU: ${speed(pipeline)}. Packets on ${gpus}: ${speed(shards)}.`;
  const slowest = pipeline.groups.map((group) => group.reduce((sum, { ms }) => sum + ms, 0));
  const most = Math.max(...slowest);
  const at = slowest.indexOf(most);
  const limit =
    transferMs > most
      ? `a transfer of ${plain(transferMs, 3)} ms limits it`
      : `GPU ${at + 1} limits it (${pipeline.groups[at].map(({ name }) => name).join(", ")})`;
  const inTime = (run: PipelineRun) => (run.period <= REAL_TIME_MS ? "" : "; this is slower than real time");
  return (
    `Stages on ${gpus}: ${speed(pipeline)}; ${limit}${inTime(pipeline)}. ` +
    `Packets on ${gpus}: ${speed(shards)}${inTime(shards)}. A batch on the air lasts ${REAL_TIME_MS} ms.`
  );
}
