import { readBack } from "../gpu/readback.ts";
import { submit } from "../gpu/submit.ts";
import { timeStages } from "../gpu/timing.ts";
import { blaming } from "./block-error.ts";
import type { BuiltGraph, BuiltSource } from "./build-graph.ts";
import { stored } from "./graph-sources.ts";
import { type Instant, itemsBefore } from "./instant.ts";
import { PORTS } from "./port.ts";
import type { SourcePage } from "./source-pages.ts";

/** The work of one page, recorded and submitted. */
export interface SubmittedPage {
  /** What the sinks fetch: for each its reads, then the counts of its inputs that the GPU decided. */
  fetched: Promise<ArrayBuffer[]>;
  /** Milliseconds of each stage, once `fetched` is fulfilled, if they are measured. */
  times?: Promise<{ blocks: readonly string[]; ms: number }[]>;
  /** Milliseconds of the processor. */
  cpuMs: number;
}

/** A source's items of a page. */
export interface PageInput {
  block: string;
  page: SourcePage;
}

/** Submits the work of page `page` before it returns; if it is timed, the next page has to wait for `fetched`. */
export function submitPage(
  device: GPUDevice,
  { stages, sources, sinks }: BuiltGraph,
  { page, inputs, end, timed }: { page: number; inputs: readonly PageInput[]; end?: Instant; timed: boolean },
): SubmittedPage {
  const begin = performance.now();
  const encoder = device.createCommandEncoder({ label: "page of a graph" });
  for (const { block, page: own } of inputs) {
    const { type, stream } = sources.get(block) as BuiltSource;
    const items = stored(own.items, type);
    device.queue.writeBuffer(stream.buffer, 0, items);
    const missing = stream.length * PORTS[type].bytes - items.byteLength;
    if (missing > 0) encoder.clearBuffer(stream.buffer, items.byteLength, missing);
  }
  for (const { blocks, prepare } of stages) blaming(blocks[0], () => prepare?.(page));
  for (const { block, plan, inputs: own } of sinks) {
    const ports = own.map(({ port, stream: { length }, hz }) => {
      return [port, { first: page * length, count: itemsBefore(end, page, length), hz }] as const;
    });
    blaming(block.id, () => plan.prepare?.({ inputs: Object.fromEntries(ports) }));
  }
  const reads = sinks.flatMap(({ plan, inputs: own }) => [
    ...plan.reads,
    ...own.flatMap(({ stream: { count } }) => (count ? [{ buffer: count, size: 4 }] : [])),
  ]);
  if (timed) {
    void submit(device, encoder);
    const times = timeStages(device, stages);
    times.catch(() => {});
    const fetched = times.then(() => readBack(device, reads));
    fetched.catch(() => {});
    const named = times.then((all) => all.map(({ ms }, i) => ({ blocks: stages[i].blocks, ms })));
    named.catch(() => {});
    return { fetched, times: named, cpuMs: performance.now() - begin };
  }
  for (const stage of stages) blaming(stage.blocks[0], () => stage.encode(encoder));
  const fetched = reads.length > 0 ? readBack(device, reads, encoder) : finished(device, encoder);
  return { fetched, cpuMs: performance.now() - begin };
}

/** Submits work that fetches nothing. */
function finished(device: GPUDevice, encoder: GPUCommandEncoder): Promise<ArrayBuffer[]> {
  const done = Promise.all([submit(device, encoder), device.queue.onSubmittedWorkDone()]).then(() => []);
  done.catch(() => {});
  return done;
}
