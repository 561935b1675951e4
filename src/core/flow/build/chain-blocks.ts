import { sequence } from "../../gpu/timing.ts";
import { blamingLater } from "../graph/block-error.ts";
import { type OneSampleBlock, type Page, SAMPLE_BYTES, type StreamPlan } from "../graph/block.ts";
import { type BlockOf, type CheckedBlock, type CheckedEdge, isOf } from "../graph/checked-graph.ts";
import { named } from "../graph/connect.ts";
import type { Connection } from "../graph/graph.ts";
import { lookUp } from "../graph/look-up.ts";
import { type FusedBlock, fusedKernel, fusedLoad, type FusedStep, fusedStore } from "./fused-kernel.ts";
import type { GraphParts } from "./graph-parts.ts";
import type { JoinedPage, StoreStep } from "./joined-page.ts";
import { blocksAtRest } from "./sample-blocks.ts";
import { createSampleStage, fusedBytes } from "./sample-stage.ts";
import { createSampleStep } from "./sample-step.ts";

/** Adds blocks in a chain. Their kernels compute the blocks of one sample before and behind them. */
export async function addChain(
  parts: GraphParts,
  block: BlockOf<"chain">,
  group: readonly CheckedBlock[],
): Promise<void> {
  const { blocks: members, set } = block.instance;
  const { store, prepare, ...first } = await joinedPage(parts, block, group.filter(isOf("sample")));
  const prepared = prepare ? [prepare] : [];
  const plans: Pick<StreamPlan, "label" | "encode" | "output" | "outputs" | "destroy">[] = [];
  let page: JoinedPage = first;
  for (const [i, part] of members.entries()) {
    const partPage = i === members.length - 1 ? { ...page, store } : page;
    const plan = await blamingLater(block.id, async () => {
      if (part.joinable) return part.joinable.create(parts.device, partPage);
      const plain = { ...page, input: bufferOf(page.input) };
      if (!part.sample) return part.create(parts.device, plain);
      const between = await samplesOfChain(parts, part, plain);
      prepared.push(between.prepare);
      return between;
    });
    plans.push(parts.own(plan));
    page = { signals: 1, length: plan.outputs, input: plan.output };
  }
  if (!store) {
    const output = named([block.id, "out"]);
    parts.keep(output, { buffer: bufferOf(page.input), length: parts.length(output) });
  }
  const ids = group.map(({ id }) => id);
  parts.stages.push({
    ...sequence(ids.join(" + "), plans),
    blocks: ids,
    prepare: prepared.length > 0 ? (number) => prepared.forEach((one) => one(number)) : undefined,
  });
  if (set) parts.setters.set(block.id, (parameters) => set(parameters, plans));
}

/** Returns the kernel of a block of one sample between others of a chain. */
async function samplesOfChain(parts: GraphParts, { label, input, output, sample }: OneSampleBlock, page: Page) {
  const ports = { inputs: [{ name: "in", type: input }], outputs: [{ name: "out", type: output }] };
  const blocks = blocksAtRest([{ id: label, ports, instance: sample }]);
  const edges: Connection[] = [
    { from: ["before", "out"], to: [label, "in"] },
    { from: [label, "out"], to: ["behind", "in"] },
  ];
  const { length } = page;
  const buffer = parts.memory.take(label, fusedBytes(length, SAMPLE_BYTES[output]));
  const kernel = fusedKernel(blocks, edges);
  const streams = new Map([
    [kernel.inputs[0], { buffer: page.input, length }],
    [kernel.outputs[0], { buffer, length }],
  ]);
  const config = { blocks, kernel, elements: length, streams, uniforms: parts.uniforms };
  const { prepare, ...stage } = await createSampleStage(parts.device, config);
  return { ...stage, output: buffer, outputs: length, prepare: (number: number) => prepare(number * length) };
}

/** Returns the page of a filter, with the steps that compute the other blocks of its group. */
async function joinedPage(parts: GraphParts, filter: BlockOf<"chain">, samples: readonly BlockOf<"sample">[]) {
  const [{ from, vector }] = parts.edges.filter(({ to }) => to[0] === filter.id);
  const { before, behind } = around(filter.id, samples, parts.edges);
  const stream = parts.streams.get(named(from));
  const length = (stream?.length ?? parts.length(named(from))) * vector;
  const output = named([filter.id, "out"]);
  const prepared: ((page: number) => void)[] = [];
  const add = async (use: "load" | "store", members: FusedBlock[], step: FusedStep, elements: number) => {
    const config = { use, blocks: members, step, elements, streams: parts.streams, uniforms: parts.uniforms };
    const instance = parts.own(await createSampleStep(parts.device, config));
    prepared.push((page) => instance.prepare(page * elements));
    parts.followSetters(members, instance);
    return instance;
  };
  const load = async () => {
    const members = blocksAtRest(before);
    return add("load", members, fusedLoad(members, parts.edges), length);
  };
  const input = before.length > 0 ? await load() : lookUp(parts.streams, named(from)).buffer;
  let store: StoreStep | undefined;
  if (behind.length > 0) {
    const members = blocksAtRest(behind);
    const step = fusedStore(members, parts.edges, output);
    for (const signal of step.outputs) parts.takeOutput(members, signal);
    const elements = parts.length(output) * (filter.ports.outputs[0].vector ?? 1);
    const instance = await add("store", members, step, elements);
    store = { ...instance, output: lookUp(parts.streams, step.outputs[0]).buffer };
  }
  const prepare = (page: number) => {
    for (const one of prepared) one(page);
  };
  return { signals: 1, length, input, store, prepare: prepared.length > 0 ? prepare : undefined };
}

/** Returns a page's buffer. @throws Error for a load step: only some kernels take one. */
function bufferOf(input: JoinedPage["input"]): GPUBuffer {
  if ("wgsl" in input) throw new Error("flow/chain-blocks: the input must be a buffer, but a load step computes it");
  return input;
}

/** Returns the other blocks of a filter's group: those that lead to its input, and the others behind it. */
function around(filter: string, blocks: readonly BlockOf<"sample">[], edges: readonly CheckedEdge[]) {
  const ids = new Set(blocks.map(({ id }) => id));
  const found = new Set([filter]);
  for (const reader of found) {
    for (const { from, to } of edges) if (to[0] === reader && ids.has(from[0])) found.add(from[0]);
  }
  return {
    before: blocks.filter(({ id }) => found.has(id)),
    behind: blocks.filter(({ id }) => !found.has(id)),
  };
}
