import { readBack } from "../gpu/readback.ts";
import { sharePasses } from "../gpu/shared-pass.ts";
import { submit } from "../gpu/submit.ts";
import { timeStages } from "../gpu/timing.ts";
import { blaming } from "./block-error.ts";
import type { BuiltGraph, BuiltSink } from "./build-graph.ts";
import { type SourcePages, stored } from "./graph-sources.ts";
import { type Ends, itemsBefore } from "./instant.ts";
import { PORTS } from "./port.ts";

/** The work of one page, recorded and submitted. */
export interface SubmittedPage {
  /** What the sinks fetch: for each its reads, then the counts of its inputs that the GPU decided. */
  fetched: Promise<ArrayBuffer[]>;
  /** Milliseconds of each stage, once `fetched` is fulfilled, if they are measured. */
  times?: Promise<{ blocks: readonly string[]; ms: number }[]>;
  /** Milliseconds of the processor. */
  cpuMs: number;
}

export interface PageInput {
  /** Index of the page. */
  number: number;
  pages: SourcePages;
  ends?: Ends;
  timed: boolean;
}

/** Submits the work of a page before it returns; if it is timed, the next page has to wait for `fetched`. */
export function submitPage(
  device: GPUDevice,
  { stages, sources, sinks }: BuiltGraph,
  { number, pages, ends, timed }: PageInput,
): SubmittedPage {
  const begin = performance.now();
  const encoder = device.createCommandEncoder({ label: "page of a graph" });
  for (const [block, { type, stream }] of sources) {
    const { bytes } = PORTS[type];
    const page = pages.get(block);
    const count = Math.min(page?.count ?? 0, itemsBefore(ends?.sources, number, stream.length));
    if (page) device.queue.writeBuffer(stream.buffer, 0, stored(page.items.subarray(0, (count * bytes) / 4), type));
    if (count < stream.length) encoder.clearBuffer(stream.buffer, count * bytes, (stream.length - count) * bytes);
  }
  for (const { blocks, prepare } of stages) blaming(blocks[0], () => prepare?.(number, ends));
  for (const { block, plan, inputs } of sinks) {
    const ports = inputs.map((input) => [input.port, placeOf(input, number, ends)] as const);
    blaming(block.id, () => plan.prepare?.({ inputs: Object.fromEntries(ports) }));
  }
  const reads = sinks.flatMap(({ plan, inputs }) => [
    ...plan.reads,
    ...inputs.flatMap(({ stream: { count } }) => (count ? [{ buffer: count, size: 4 }] : [])),
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
  const shared = sharePasses(encoder);
  for (const stage of stages) blaming(stage.blocks[0], () => stage.encode(shared.encoder));
  shared.end();
  const fetched = reads.length > 0 ? readBack(device, reads, encoder) : finished(device, encoder);
  return { fetched, cpuMs: performance.now() - begin };
}

/** Submits work that fetches nothing. */
function finished(device: GPUDevice, encoder: GPUCommandEncoder): Promise<ArrayBuffer[]> {
  const done = Promise.all([submit(device, encoder), device.queue.onSubmittedWorkDone()]).then(() => []);
  done.catch(() => {});
  return done;
}

/** Returns the place of a page at a sink's input. */
export function placeOf({ from, stream: { length }, hz }: BuiltSink["inputs"][number], page: number, ends?: Ends) {
  return { first: page * length, count: itemsBefore(ends?.blocks.get(from), page, length), hz };
}
