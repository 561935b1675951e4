import type { Gpu } from "../../gpu/device.ts";
import type { BlockInstance, SinkBlock, SinkPage, SourceBlock } from "../build/block-factory.ts";
import type { Draft } from "../build/make-blocks.ts";
import { busiestOf } from "../build/page-sizes.ts";
import { assembleGraph } from "../graph/assemble-graph.ts";
import { SAMPLE_BYTES, type SampleKind, type StreamBlock } from "../graph/block.ts";
import { BlockError } from "../graph/block-error.ts";
import type { CheckedGraph } from "../graph/checked-graph.ts";
import { checkConnections } from "../graph/connect.ts";
import type { Problem } from "../graph/graph.ts";
import { outputSamples } from "../graph/rate.ts";
import type { Tag } from "../graph/tag.ts";
import { checkPage, type GraphOptions, runGraph } from "./run-graph.ts";
import { sourceOf, type StreamSource } from "./source.ts";

export interface StreamOptions extends Pick<GraphOptions, "signal" | "isPrompt"> {
  /** Samples of the source per page, rounded up to whole pages of the blocks, and at most the whole source. */
  page: number;
}

/** The next samples of a run. */
export interface StreamStep {
  /** Index of the first sample. */
  first: number;
  /** float32 output of the last block: complex samples as pairs. */
  samples: Float32Array<ArrayBuffer>;
  /** Tags of these samples, in order. The last step also has tags that the blocks' delay moves beyond the end. */
  tags: readonly Tag[];
  /** Finished share of the work, up to 1. */
  progress: number;
  /** Milliseconds from the start of the page's work until its samples arrived. */
  wallMs: number;
}

/**
 * Runs a signal of any length through blocks: a graph without branches. The output does not depend on the page size. A source
 * of n samples gives ⌈n · up / down⌉ samples. The end of a delayed output stays in the blocks; append zeros to get it.
 *
 * @param blocks One or more.
 * @throws RangeError for a page size or blocks that do not fit each other; what the source and the blocks throw;
 * DeviceLostError, OutOfMemoryError.
 */
export async function* runStream(
  gpu: Pick<Gpu, "device">,
  source: StreamSource,
  blocks: readonly StreamBlock[],
  { page, ...options }: StreamOptions,
): AsyncGenerator<StreamStep, void, undefined> {
  checkPage(page);
  const total = outputSamples(blocks, source.samples);
  const arrived: Pick<StreamStep, "samples" | "tags">[] = [];
  const graph = graphOf(blocks, (samples, { tags }) => void arrived.push({ samples, tags }));
  const { firings: smallest = 1 } = graph.blocks[0];
  const pages = Math.ceil(Math.min(page, Math.max(1, source.samples)) / smallest);
  const { steps } = runGraph(gpu, graph, {
    ...options,
    page: pages * busiestOf(graph, 0),
    open: async () => sourceOf(source, blocks[0].input, 0, pages * smallest),
  });
  const width = widthOf(blocks[blocks.length - 1].output);
  let first = 0;
  try {
    for await (const { wallMs } of steps) {
      const [{ samples, tags }] = arrived.splice(0, 1);
      // Each block rounds up the number of its samples in a short last page.
      const next = Math.min(total, first + samples.length / width);
      yield { first, samples: samples.subarray(0, (next - first) * width), tags, progress: next / total, wallMs };
      first = next;
    }
  } catch (error) {
    // Callers know no blocks by their ids.
    throw error instanceof BlockError ? error.cause : error;
  }
}

type TakeSamples = (samples: Float32Array<ArrayBuffer>, page: SinkPage) => void;

const widthOf = (kind: SampleKind) => SAMPLE_BYTES[kind] / 4;

/** @throws RangeError for blocks that do not fit each other. */
function graphOf(blocks: readonly StreamBlock[], take: TakeSamples): CheckedGraph {
  const [type, last] = [blocks[0].input, blocks[blocks.length - 1].output];
  const source: SourceBlock = { kind: "source", type, needs: "recording", request: {} };
  const instances = new Map<string, BlockInstance>([
    ["source", source],
    ...blocks.map((block, i): [string, BlockInstance] => [
      `${block.label} ${i}`,
      block.sample ?? { kind: "chain", blocks: [block] },
    ]),
    ["sink", samplesSink(last, take)],
  ]);
  const ids = [...instances.keys()];
  const drafts = ids.map((id, i): Draft => {
    const inputs = i === 0 ? [] : [{ name: "in", type: blocks[i - 1]?.input ?? last }];
    const outputs = i > blocks.length ? [] : [{ name: "out", type: blocks[i - 1]?.output ?? type }];
    return { id, type: id, parameters: {}, ports: { inputs, outputs } };
  });
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);
  const connections = ids.slice(1).map((id, i) => ({ from: [ids[i], "out"], to: [id, "in"] }) as const);
  const edges = checkConnections(connections, new Map(drafts.map(({ id, ports }) => [id, ports])), report);
  const factories = Object.fromEntries([...instances].map(([id, block]) => [id, () => block]));
  const graph = assembleGraph(drafts, edges, factories, report);
  if (problems.length > 0) throw new RangeError(`flow/run-stream: ${problems[0].block}: ${problems[0].message}`);
  return { problems, variables: {}, ...graph };
}

function samplesSink(type: SampleKind, take: TakeSamples): SinkBlock {
  return {
    kind: "sink",
    consumes: { in: 1 },
    create: async (_, { inputs: { in: stream } }) => ({
      label: "flow/run-stream",
      reads: [{ buffer: stream.buffer, size: stream.length * SAMPLE_BYTES[type] }],
      take([bytes], page) {
        take(new Float32Array(bytes, 0, page.inputs.in.count * widthOf(type)), page);
        return undefined;
      },
      reset() {},
      destroy() {},
    }),
  };
}
