import { named } from "../graph/connect.ts";
import type { BlockOf } from "../graph/checked-graph.ts";
import { type FusedBlock, fusedKernel } from "./fused-kernel.ts";
import type { GraphParts } from "./graph-parts.ts";
import { isCopy } from "./is-copy.ts";
import { createSampleStage } from "./sample-stage.ts";

/** Adds blocks of one sample that share a kernel. */
export async function addSamples(parts: GraphParts, blocks: readonly BlockOf<"sample">[]): Promise<void> {
  if (passOn(parts, blocks)) return;
  const members = blocksAtRest(blocks);
  const kernel = fusedKernel(members, parts.edges);
  // Signals that go nowhere need no work.
  if (kernel.outputs.length === 0) return;
  const counted = kernel.inputs
    .map((input) => ({ input, count: parts.streams.get(input)?.count }))
    .find(({ count }) => count);
  const [elements] = kernel.outputs.map((output) => parts.takeOutput(members, output, counted?.count));
  const vector = parts.edges.find(({ from }) => named(from) === counted?.input)?.vector ?? 1;
  const stage = await createSampleStage(parts.device, {
    blocks: members,
    kernel,
    elements,
    streams: parts.streams,
    uniforms: parts.uniforms,
    counted: counted?.count && { count: counted.count, elements: vector },
  });
  parts.own(stage);
  parts.stages.push({
    ...stage,
    blocks: members.map(({ id }) => id),
    prepare: (page) => stage.prepare(page * elements),
  });
  parts.followSetters(members, stage);
}

/** Hands the input of a single block on as its output if they are equal. Returns whether it did. */
function passOn(parts: GraphParts, [block, ...others]: readonly BlockOf<"sample">[]): boolean {
  if (others.length > 0 || !isCopy(block)) return false;
  const [input] = parts.inputs(block);
  if (!input) return false;
  const [port] = block.ports.outputs;
  const { buffer, count } = input.stream;
  // A count is of items: vectors of another length have another one.
  if (count && input.edge.vector !== (port.vector ?? 1)) return false;
  const output = named([block.id, port.name]);
  parts.keep(output, { buffer, length: parts.length(output), count });
  return true;
}

/** Returns blocks of one sample as they begin from rest. */
export function blocksAtRest(blocks: readonly FusedBlock[]): FusedBlock[] {
  const members = blocks.map(({ id, ports, instance }) => ({ id, ports, instance }));
  for (const { instance } of members) instance.reset?.();
  return members;
}
