import { type Commands, joinCommands, record, replayOn } from "../../gpu/commands.ts";
import { createFetch, readBack } from "../../gpu/readback.ts";
import { submit } from "../../gpu/submit.ts";
import { timeStages } from "../../gpu/timing.ts";
import { blaming } from "../graph/block-error.ts";
import type { BuiltGraph, BuiltSink, BuiltStage } from "../build/built-graph.ts";
import { type SourcePages, stored } from "./graph-sources.ts";
import { type Ends, isComponentOver, itemsBefore } from "../graph/instant.ts";
import { PORTS } from "../graph/port.ts";
import { lookUp } from "../graph/look-up.ts";

/** Consecutive pages that are submitted together. */
export interface Submission {
  /** Index of the first page. */
  first: number;
  /** Number of pages. */
  pages: number;
  /** What the sources give; then there is one page. */
  read: SourcePages;
  ends?: Ends;
  /** By blocks that find places of tags: the items of their page; then there is one page. */
  places?: ReadonlyMap<string, readonly number[]>;
}

/** The work of a submission, recorded and submitted. */
export interface SubmittedPages {
  /**
   * What is fetched of each page: for each sink that is not over its reads, then the counts of its inputs that the GPU decided.
   * At last the places of tags, for each block that found some.
   */
  fetched: Promise<ArrayBuffer[][]>;
  /** Milliseconds of each stage, once `fetched` is fulfilled, if they are measured. */
  times?: Promise<{ blocks: readonly string[]; ms: number }[]>;
  /** Milliseconds of the processor. */
  cpuMs: number;
}

/** The work of a graph's pages. */
export interface PageWork {
  /** Most pages that may be submitted together. */
  readonly most: number;
  /** Submits pages before it returns. */
  submit(pages: Submission): SubmittedPages;
  /** Submits one page and measures its stages. The next one has to wait for `fetched`. */
  time(page: Submission): SubmittedPages;
  /** Parameters of blocks have changed: the commands may be others. */
  refresh(): void;
}

/** Bytes that the sinks fetch of pages that are submitted together. */
const MOST_FETCHED = 2 ** 22;

export function createPageWork(device: GPUDevice, built: BuiltGraph): PageWork {
  const { uniforms, placing } = built;
  const isOver = ({ ends, first }: Submission, block: string) =>
    isComponentOver(ends, first, lookUp(built.components, block));
  /** The stages and sinks whose signals are not over. Their number tells whether some have ended. */
  const stagesOf = (page: Submission) => built.stages.filter(({ blocks }) => !isOver(page, blocks[0]));
  const sinksOf = (page: Submission) => built.sinks.filter(({ block }) => !isOver(page, block.id));
  const sinkReads = (sinks: readonly BuiltSink[]) =>
    sinks.flatMap(({ plan, inputs }) => [
      ...plan.reads,
      ...inputs.flatMap(({ stream: { count } }) => (count ? [{ buffer: count, size: 4 }] : [])),
    ]);
  const bytes = sinkReads(built.sinks).reduce((sum, { size }) => sum + size, 1);
  const fetching = Math.max(1, Math.floor(MOST_FETCHED / bytes));
  /** The commands of the stages for each page of a submission, once they are needed. */
  let recorded: Commands[] = [];
  let recordedStages = 0;

  const readsOf = (page: Submission) => [
    ...sinkReads(sinksOf(page)),
    ...[...(page.places ?? [])].map(([block, items]) => ({
      buffer: lookUp(placing, block).buffer,
      offset: 8,
      size: 8 * items.length,
    })),
  ];

  function prepare(submission: Submission) {
    const { first, pages, ends, places = new Map() } = submission;
    const [stages, sinks] = [stagesOf(submission), sinksOf(submission)];
    if (stages.length !== recordedStages) recorded = [];
    recordedStages = stages.length;
    for (const [block, items] of places) placing.get(block)?.set(items);
    for (let page = 0; page < pages; page++) {
      for (const { blocks, prepare: prepareStage } of stages) {
        if (prepareStage) blaming(blocks[0], () => prepareStage(first + page, ends));
      }
      for (const { block, plan, inputs } of sinks) {
        if (!plan.prepare) continue;
        const ports = inputs.map((input) => [input.port, placeOf(input, first + page, ends)] as const);
        blaming(block.id, () => plan.prepare?.({ inputs: Object.fromEntries(ports) }));
      }
      uniforms.keep(page);
      recorded[page] ??= commandsOf(stages, page);
    }
    uniforms.write(pages);
  }

  function commandsOf(stages: readonly BuiltStage[], page: number): Commands {
    uniforms.page = page;
    return joinCommands(stages.map((stage) => blaming(stage.blocks[0], () => record(stage))));
  }

  function fill(encoder: GPUCommandEncoder, { first, read, ends }: Submission) {
    for (const [block, { type, stream }] of built.sources) {
      const { bytes: size } = PORTS[type];
      const page = read.get(block);
      const end = ends?.components.get(lookUp(built.components, block))?.sources;
      const count = Math.min(page?.count ?? 0, itemsBefore(end, first, stream.length));
      if (page) device.queue.writeBuffer(stream.buffer, 0, stored(page.items.subarray(0, (count * size) / 4), type));
      if (count < stream.length) encoder.clearBuffer(stream.buffer, count * size, (stream.length - count) * size);
    }
  }

  return {
    most: Math.min(built.together, fetching),
    submit(submission) {
      const begin = performance.now();
      prepare(submission);
      const encoder = device.createCommandEncoder({ label: "pages of a graph" });
      fill(encoder, submission);
      const { pages } = submission;
      const wanted = readsOf(submission);
      const fetch = createFetch(device, wanted, pages);
      const replay = replayOn(encoder);
      for (let page = 0; page < pages; page++) {
        replay.run(recorded[page]);
        if (wanted.length > 0) fetch.copy(replay.between(), page);
      }
      replay.between();
      const fetched = wanted.length > 0 ? fetch.submit(encoder) : finished(device, encoder, pages);
      return { fetched, cpuMs: performance.now() - begin };
    },
    time(page) {
      const begin = performance.now();
      prepare(page);
      uniforms.page = 0;
      const encoder = device.createCommandEncoder({ label: "sources of a page" });
      fill(encoder, page);
      void submit(device, encoder);
      const stages = stagesOf(page);
      const times = timeStages(device, stages);
      times.catch(() => {});
      const fetched = times.then(async () => [await readBack(device, readsOf(page))]);
      fetched.catch(() => {});
      const named = times.then((all) => all.map(({ ms }, i) => ({ blocks: stages[i].blocks, ms })));
      named.catch(() => {});
      return { fetched, times: named, cpuMs: performance.now() - begin };
    },
    refresh: () => void (recorded = []),
  };
}

/** Submits work that fetches nothing. */
function finished(device: GPUDevice, encoder: GPUCommandEncoder, pages: number): Promise<ArrayBuffer[][]> {
  const done = Promise.all([submit(device, encoder), device.queue.onSubmittedWorkDone()]);
  const nothing = done.then(() => Array.from({ length: pages }, () => []));
  nothing.catch(() => {});
  return nothing;
}

/** Returns the place of a page at a sink's input. */
export function placeOf({ from, stream: { length }, hz }: BuiltSink["inputs"][number], page: number, ends?: Ends) {
  return { first: page * length, count: itemsBefore(ends?.blocks.get(from), page, length), hz };
}
