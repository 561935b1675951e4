import { compileAhead } from "../../gpu/compile-ahead.ts";
import { rehearse } from "../../gpu/submit.ts";
import type { Stage } from "../../gpu/timing.ts";
import { blamingLater } from "../graph/block-error.ts";
import { type BlockOf, type CheckedBlock, type CheckedGraph, isOf } from "../graph/checked-graph.ts";
import { named } from "../graph/connect.ts";
import { PORTS } from "../graph/port.ts";
import type { BuiltGraph } from "./built-graph.ts";
import { addChain } from "./chain-blocks.ts";
import { fusedBytes } from "./sample-stage.ts";
import { type BuildOptions, GraphParts } from "./graph-parts.ts";
import { addPlan } from "./plan-blocks.ts";
import { addSamples } from "./sample-blocks.ts";

/**
 * Builds the kernels and buffers of a graph without problems.
 *
 * @throws BlockError, DeviceLostError, OutOfMemoryError.
 */
export async function buildGraph(device: GPUDevice, checked: CheckedGraph, options: BuildOptions): Promise<BuiltGraph> {
  const begin = (on: GPUDevice) => new GraphParts(on, checked, options);
  // A failure comes again below, with its block.
  await compileAhead(device, (standIn) => build(begin(standIn))).catch(() => {});
  const parts = begin(device);
  try {
    return await build(parts);
  } catch (error) {
    parts.destroy();
    throw error;
  }
}

async function build(parts: GraphParts): Promise<BuiltGraph> {
  for (const [step, blocks] of parts.order.entries()) {
    const [block] = blocks;
    await blamingLater(block.id, () => add(parts, blocks));
    for (const [output, last] of parts.lastReads) {
      const stream = last === step && parts.streams.get(output);
      if (stream && !parts.kept.has(stream.buffer)) parts.memory.giveBack(stream.buffer);
    }
  }
  for (const close of parts.closing) close();
  const rehearsed = parts.stages.map((stage) => blamingLater(stage.blocks[0], () => rehearse(parts.device, [stage])));
  // All of them, so that none fails unheard.
  await Promise.allSettled(rehearsed);
  await Promise.all(rehearsed);
  return {
    stages: parts.stages,
    sources: parts.sources,
    sinks: parts.sinks,
    sizes: parts.sizes,
    components: parts.components,
    uniforms: parts.uniforms,
    placing: parts.placing,
    together: parts.together,
    setters: parts.setters,
    destroy: () => parts.destroy(),
  };
}

/** Adds one block, or blocks of one sample and at most one filter that share a kernel. */
async function add(parts: GraphParts, blocks: readonly CheckedBlock[]): Promise<void> {
  const samples = blocks.filter(isOf("sample"));
  const filter = blocks.find(isOf("chain"));
  if (filter) return addChain(parts, filter, blocks);
  if (samples.length > 0) return addSamples(parts, samples);
  for (const block of blocks) {
    if (isOf("plan")(block)) await addPlan(parts, block);
    else if (isOf("sink")(block)) await addSink(parts, block);
    else addSource(parts, block);
  }
}

function addSource(parts: GraphParts, { id, ports }: CheckedBlock) {
  const output = named([id, "out"]);
  const { type, vector = 1 } = ports.outputs[0];
  const length = parts.length(output);
  const bytes = fusedBytes(length * vector, PORTS[type].bytes);
  const stream = { buffer: parts.memory.take(output, bytes), length };
  parts.streams.set(output, stream);
  parts.sources.set(id, { type, stream });
  // There is one buffer for its page.
  parts.together = 1;
}

async function addSink(parts: GraphParts, block: BlockOf<"sink">): Promise<void> {
  const plan = parts.own(await block.instance.create(parts.device, parts.page(block)));
  const inputs = parts.inputs(block).map(({ port, edge, stream }) => ({
    port,
    from: edge.from[0],
    stream,
    hz: edge.hz,
  }));
  parts.sinks.push({ block, plan, inputs });
  if (plan.set) parts.setters.set(block.id, (parameters) => plan.set?.(parameters));
  if (!plan.encode) return;
  const encode: Stage["encode"] = (encoder, timestampWrites) => plan.encode?.(encoder, timestampWrites);
  parts.stages.push({ label: plan.label, blocks: [block.id], encode });
}
