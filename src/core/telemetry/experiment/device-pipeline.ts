/** A stage of the receiver, with its time for one batch of packets on one device. */
export interface ReceiverStage {
  name: string;
  ms: number;
}

/** Work on a device, or a transfer to it, for one batch. */
export interface PipelineEvent {
  /** The device, from 0. A transfer belongs to the device that gets the samples. */
  device: number;
  kind: "compute" | "transfer";
  /** The stages, in words. */
  name: string;
  batch: number;
  start: number;
  end: number;
}

/** Several batches on several devices. Times in ms. */
export interface PipelineRun {
  events: PipelineEvent[];
  /** Time per batch in the steady state: 1 / throughput. */
  period: number;
  /** Time of one batch through an empty receiver. */
  latency: number;
  /** The stages of each device. */
  groups: ReceiverStage[][];
}

const timeOf = (stages: readonly ReceiverStage[]) => stages.reduce((sum, { ms }) => sum + ms, 0);
const namesOf = (stages: readonly ReceiverStage[]) => stages.map(({ name }) => name).join(", ");

/**
 * Returns the stages split over at most `devices` devices, in their order, so that the slowest device takes the least
 * time.
 */
export function splitStages(stages: readonly ReceiverStage[], devices: number): ReceiverStage[][] {
  if (devices === 1 || stages.length <= 1) return [[...stages]];
  const slowest = (groups: readonly ReceiverStage[][]) => Math.max(...groups.map(timeOf));
  let best: ReceiverStage[][] = [[...stages]];
  for (let first = 1; first < stages.length; first++) {
    const groups = [stages.slice(0, first), ...splitStages(stages.slice(first), devices - 1)];
    if (slowest(groups) < slowest(best)) best = groups;
  }
  return best;
}

/**
 * Returns the times at which each part of a pipeline works on each batch. A part begins a batch once the part before it has finished that batch, and
 * once it has finished its own batch before. The slowest part sets the time per batch.
 *
 * @param times Of the parts for one batch, ms.
 */
export function pipelineTimes(
  times: readonly number[],
  batches: number,
): { part: number; batch: number; start: number; end: number }[] {
  const free = times.map(() => 0);
  return Array.from({ length: batches }, (_, batch) => {
    let ready = 0;
    return times.map((ms, part) => {
      const start = Math.max(ready, free[part]);
      ready = free[part] = start + ms;
      return { part, batch, start, end: ready };
    });
  }).flat();
}

/**
 * Returns a pipeline: each device computes its stages of every batch, and sends the samples to the next device.
 * Transfers overlap with computing; each pair of neighbours has its own link. The slowest device or transfer sets the
 * period.
 *
 * @param transferMs Time in which a batch's samples go from one device to the next.
 */
export function stagePipeline(
  stages: readonly ReceiverStage[],
  devices: number,
  transferMs: number,
  batches: number,
): PipelineRun {
  const groups = splitStages(stages, devices);
  const parts = groups.flatMap((group, device) => [
    ...(device > 0 ? [{ device, kind: "transfer", name: "samples", ms: transferMs } as const] : []),
    { device, kind: "compute", name: namesOf(group), ms: timeOf(group) } as const,
  ]);
  const slots = pipelineTimes(
    parts.map(({ ms }) => ms),
    batches,
  );
  const events = slots.map(({ part, ...slot }): PipelineEvent => {
    const { device, kind, name } = parts[part];
    return { device, kind, name, ...slot };
  });
  const transfers = groups.length > 1 ? transferMs : 0;
  const period = Math.max(transfers, ...groups.map(timeOf));
  return { events, period, latency: timeOf(stages) + (groups.length - 1) * transferMs, groups };
}

/** Returns shards: each device computes all stages of its own batches. No samples travel between devices. */
export function packetShards(stages: readonly ReceiverStage[], devices: number, batches: number): PipelineRun {
  const ms = timeOf(stages);
  const events = Array.from({ length: batches }, (_, batch): PipelineEvent => {
    const start = Math.floor(batch / devices) * ms;
    return { device: batch % devices, kind: "compute", name: "all stages", batch, start, end: start + ms };
  });
  return { events, period: ms / devices, latency: ms, groups: Array.from({ length: devices }, () => [...stages]) };
}
