import { bytes, plain } from "../../format.ts";

/** A run of `bench-stages` on two GPUs: see scripts/stages.mjs. */
export interface MeasuredStages {
  gpu: string;
  date: string;
  packets: number;
  batches: number;
  /** What goes from the first GPU to the second one for each batch. */
  frameBytes: number;
  /** First GPU to the host, host to shared memory, shared memory to the host, host to the second GPU, ms. */
  copies: number[];
  /** Time per batch and the model's time, ms. */
  measured: { split: string; ms: number; model: number }[];
}

/** Returns what a run with two GPUs measured, in sentences. */
export function measuredText({ gpu, date, packets, frameBytes, copies, measured }: MeasuredStages): string {
  const [one, byPackets, byStages] = ["one device", "packets", "stages"].map((name) =>
    measured.find(({ split }) => split === name)!,
  );
  const said = ({ ms, model }: { ms: number; model: number }) =>
    `${plain(ms, 3)} ms per batch (model ${plain(model, 3)}), ${plain(one.ms / ms, 3)} × one GPU`;
  const slowest = Math.max(...copies);
  return (
    `Measured on two ${gpu}s of one host (${date}, batches of ${packets}; model from the same run): packets on both take ${said(byPackets)}. ` +
    `Stages on both take ${said(byStages)}. Between them ${bytes(frameBytes)} per batch go through the host in four copies ` +
    `(${copies.map((ms) => plain(ms, 3)).join(", ")} ms), of which the one of ${plain(slowest, 3)} ms limits the stages.`
  );
}
