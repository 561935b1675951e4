import type { Stage } from "../../gpu/timing.ts";
import type { BlockOf, CheckedBlock } from "../graph/checked-graph.ts";
import { named } from "../graph/connect.ts";
import { itemsBefore } from "../graph/instant.ts";
import { PORTS } from "../graph/port.ts";
import type { PlanPage, Stream } from "./block-factory.ts";
import { countOutput, gatherInput, needsGathering } from "./follower.ts";
import type { GraphParts } from "./graph-parts.ts";
import { fusedBytes } from "./sample-stage.ts";
import type { ScaledCount } from "./scaled-count.ts";

/** Adds a block with a plan. */
export async function addPlan(parts: GraphParts, block: BlockOf<"plan">): Promise<void> {
  const { id, instance } = block;
  const page = instance.breaksCycles ? pageOfCycle(parts, block) : await wholeFirings(parts, block);
  const plan = parts.own(await instance.create(parts.device, page));
  const counting: ScaledCount[] = [];
  for (const { from, hasVariableRate } of parts.edges.filter((edge) => edge.from[0] === id)) {
    const [, port] = from;
    if (parts.streams.has(named(from))) continue;
    const stream: Stream | undefined = plan.outputs[port];
    if (!stream) throw new Error(`the plan ${plan.label} must give the output "${port}"`);
    if (hasVariableRate && !stream.count)
      counting.push(parts.own(await countOutput(parts.device, instance, page, port)));
    const count = stream.count ?? (hasVariableRate ? counting.at(-1)?.output : undefined);
    parts.keep(named(from), { ...stream, count });
  }
  const { absorb } = plan;
  if (plan.places) parts.placing.set(id, plan.places);
  if (plan.prepare && !plan.preparesUniforms) parts.together = 1;
  parts.stages.push({
    label: plan.label,
    blocks: [id],
    encode: (encoder, timestampWrites) => plan.encode(encoder, timestampWrites),
    prepare:
      plan.prepare &&
      ((number, ends) => {
        const firings = itemsBefore(ends?.blocks.get(id), number, page.firings);
        plan.prepare?.({ first: number * page.firings, firings });
      }),
  });
  for (const stage of counting) parts.stages.push({ ...stage, blocks: [id] });
  if (plan.set) parts.setters.set(id, (parameters) => plan.set?.(parameters));
  if (instance.breaksCycles) parts.closing.push(() => closeCycle(parts, block, page, absorb));
}

/** Returns the page of a block. Items whose number the GPU decides are gathered to whole firings first. */
async function wholeFirings(parts: GraphParts, block: BlockOf<"plan">): Promise<PlanPage> {
  const page = parts.page(block);
  const { firings, inputs } = page;
  const whole: Record<string, Stream> = {};
  for (const { port, edge, stream } of parts.inputs(block)) {
    const input = { block, edge, stream, firings };
    if (!needsGathering(input)) continue;
    const { output, ...stage } = parts.own(await gatherInput(parts.device, input));
    whole[port] = output;
    parts.stages.push(stage);
  }
  return { ...page, inputs: { ...inputs, ...whole } };
}

/** Returns the page of a block that breaks cycles: its inputs are copied to own buffers, since what fills them is built later. */
function pageOfCycle(parts: GraphParts, block: CheckedBlock): PlanPage {
  const inputs = parts.edges.flatMap(({ from, to, type, vector }) => {
    if (to[0] !== block.id) return [];
    const length = parts.length(named(from));
    const bytes = fusedBytes(length * vector, PORTS[type].bytes);
    return [[to[1], { buffer: parts.memory.take(named(to), bytes), length }] as const];
  });
  return { firings: parts.firings(block), inputs: Object.fromEntries(inputs), uniforms: parts.uniforms };
}

/** Adds the work at the end of a page that takes in the inputs of a block that breaks cycles. */
function closeCycle(parts: GraphParts, block: CheckedBlock, page: PlanPage, absorb: Stage | undefined) {
  const copies = parts.inputs(block).map(({ port, edge, stream }) => ({
    from: stream.buffer,
    to: page.inputs[port].buffer,
    bytes: stream.length * edge.vector * PORTS[edge.type].bytes,
  }));
  parts.stages.push({
    label: `${block.id}, its inputs`,
    blocks: [block.id],
    encode(encoder, timestampWrites) {
      for (const { from, to, bytes } of copies) encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
      absorb?.encode(encoder, timestampWrites);
    },
  });
}
