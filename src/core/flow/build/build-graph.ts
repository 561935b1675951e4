import { compileAhead } from "../../gpu/compile-ahead.ts";
import { rehearse } from "../../gpu/submit.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { createPageUniforms, type PageUniforms } from "../../gpu/uniforms.ts";
import type { PlanPage, SinkPlan, Stream, TagPlaces } from "./block-factory.ts";
import { blamingLater } from "../graph/block-error.ts";
import { type OneSampleBlock, type Page, SAMPLE_BYTES, type StreamPlan } from "../graph/block.ts";
import { type BlockOf, type CheckedBlock, type CheckedEdge, type CheckedGraph, isOf } from "../graph/checked-graph.ts";
import { named, type PortName } from "../graph/connect.ts";
import type { Connection } from "../graph/graph.ts";
import { type FusedBlock, fusedKernel, fusedLoad, type FusedStep, fusedStore } from "./fused-kernel.ts";
import { countOutput, gatherInput, needsGathering } from "./follower.ts";
import { type Ends, itemsBefore } from "../graph/instant.ts";
import { isCopy } from "./is-copy.ts";
import type { JoinedPage, StoreStep } from "./joined-page.ts";
import { createPageMemory, type PageMemory } from "./page-memory.ts";
import { type PageSizes, pageSizes } from "./page-sizes.ts";
import { PORTS, type PortType } from "../graph/port.ts";
import { createSampleStage, fusedBytes } from "./sample-stage.ts";
import { createSampleStep, type SampleStep } from "./sample-step.ts";
import type { ScaledCount } from "./scaled-count.ts";
import { inOrder, lastReads } from "./work-order.ts";
import { lookUp } from "../graph/look-up.ts";

/** A graph's kernels and buffers for pages of one size. */
export interface BuiltGraph {
  /** In the order of their work. */
  stages: readonly BuiltStage[];
  /** By their blocks. */
  sources: ReadonlyMap<string, BuiltSource>;
  sinks: readonly BuiltSink[];
  sizes: PageSizes;
  /** Uniforms that differ from page to page. */
  uniforms: PageUniforms;
  /** The connected component of each block. */
  components: ReadonlyMap<string, number>;
  /** By their blocks: what finds places of tags on the GPU. */
  placing: ReadonlyMap<string, TagPlaces>;
  /** Most pages that may be submitted together. */
  together: number;
  /** Gives a block its new parameters; undefined if it takes none while it runs. */
  setters: ReadonlyMap<string, (parameters: never) => void>;
  destroy(): void;
}

/** Work of one or several blocks. It records the same commands for each page, until parameters change. */
export interface BuiltStage extends Stage {
  blocks: readonly string[];
  /** Prepares a page. Called once per page, in order. */
  prepare?(page: number, ends: Ends | undefined): void;
}

/** The page that a source fills. */
export interface BuiltSource {
  type: PortType;
  stream: Stream;
}

export interface BuiltSink {
  block: CheckedBlock;
  plan: SinkPlan;
  /** The connected inputs. */
  inputs: readonly { port: string; from: string; stream: Stream; hz?: number }[];
}

export interface BuildOptions {
  /** Size of a page of each part, as a multiple of its smallest page. */
  units: readonly number[];
  isFused: boolean;
}

/** Most pages in a submission: the cost of one is then small for each of them. */
const TOGETHER = 8;

/**
 * Builds the kernels and buffers of a graph without problems.
 *
 * @throws BlockError, DeviceLostError, OutOfMemoryError.
 */
export async function buildGraph(device: GPUDevice, checked: CheckedGraph, options: BuildOptions): Promise<BuiltGraph> {
  const build = (on: GPUDevice) => new GraphBuilder(on, checked, options);
  // A failure comes again below, with its block.
  await compileAhead(device, (standIn) => build(standIn).build()).catch(() => {});
  const builder = build(device);
  try {
    return await builder.build();
  } catch (error) {
    builder.destroy();
    throw error;
  }
}

class GraphBuilder {
  readonly #edges: readonly CheckedEdge[];
  /** Blocks that share a kernel, in the order of their work. */
  readonly #order: readonly (readonly CheckedBlock[])[];
  readonly #sizes: PageSizes;
  readonly #components: ReadonlyMap<string, number>;
  readonly #memory: PageMemory;
  readonly #uniforms: PageUniforms;
  #together = TOGETHER;
  /** For each output of a generated kernel: the step of the order that reads it last. */
  readonly #lastReads: ReadonlyMap<PortName, number>;
  readonly #streams = new Map<PortName, Stream>();
  readonly #stages: BuiltStage[] = [];
  /** Work after all blocks: what closes the cycles. */
  readonly #closing: (() => void)[] = [];
  readonly #sources = new Map<string, BuiltSource>();
  readonly #sinks: BuiltSink[] = [];
  readonly #placing = new Map<string, TagPlaces>();
  readonly #setters = new Map<string, (parameters: never) => void>();
  readonly #owned: { destroy(): void }[] = [];
  /** Buffers that plans gave as their outputs. */
  readonly #kept = new Set<GPUBuffer>();

  constructor(
    readonly device: GPUDevice,
    { blocks, edges, groups }: CheckedGraph,
    { units, isFused }: BuildOptions,
  ) {
    this.#edges = edges;
    this.#components = new Map(blocks.map(({ id, component }) => [id, component]));
    this.#order = inOrder(blocks, edges, isFused ? groups : []);
    this.#sizes = pageSizes(this.#order.flat(), edges, units);
    this.#memory = createPageMemory(device);
    this.#uniforms = createPageUniforms(device, TOGETHER);
    this.#lastReads = lastReads(this.#order, edges);
  }

  async build(): Promise<BuiltGraph> {
    for (const [step, blocks] of this.#order.entries()) {
      const [block] = blocks;
      await blamingLater(block.id, () => this.#add(blocks));
      for (const [output, last] of this.#lastReads) {
        const stream = last === step && this.#streams.get(output);
        if (stream && !this.#kept.has(stream.buffer)) this.#memory.giveBack(stream.buffer);
      }
    }
    for (const close of this.#closing) close();
    const rehearsed = this.#stages.map((stage) => blamingLater(stage.blocks[0], () => rehearse(this.device, [stage])));
    // All of them, so that none fails unheard.
    await Promise.allSettled(rehearsed);
    await Promise.all(rehearsed);
    return {
      stages: this.#stages,
      sources: this.#sources,
      sinks: this.#sinks,
      sizes: this.#sizes,
      components: this.#components,
      uniforms: this.#uniforms,
      placing: this.#placing,
      together: this.#together,
      setters: this.#setters,
      destroy: () => this.destroy(),
    };
  }

  destroy() {
    for (const plan of this.#owned.splice(0)) plan.destroy();
    this.#memory.release();
  }

  /** Adds one block, or blocks of one sample and at most one filter that share a kernel. */
  async #add(blocks: readonly CheckedBlock[]): Promise<void> {
    const samples = blocks.filter(isOf("sample"));
    const filter = blocks.find(isOf("chain"));
    if (filter) return this.#addChain(filter, blocks);
    if (samples.length > 0) return this.#addSamples(samples);
    for (const block of blocks) {
      if (isOf("plan")(block)) await this.#addPlan(block);
      else if (isOf("sink")(block)) await this.#addSink(block);
      else this.#addSource(block);
    }
  }

  #firings({ id }: CheckedBlock): number {
    return lookUp(this.#sizes.firings, id);
  }

  #length(output: PortName): number {
    return lookUp(this.#sizes.lengths, output);
  }

  /** Returns the connected inputs of a block. */
  #inputs({ id }: CheckedBlock): { port: string; edge: CheckedEdge; stream: Stream }[] {
    const incoming = this.#edges.filter(({ to }) => to[0] === id);
    return incoming.map((edge) => ({ port: edge.to[1], edge, stream: lookUp(this.#streams, named(edge.from)) }));
  }

  #page(block: CheckedBlock): PlanPage {
    const inputs = this.#inputs(block).map(({ port, stream }) => [port, stream] as const);
    return { firings: this.#firings(block), inputs: Object.fromEntries(inputs), uniforms: this.#uniforms };
  }

  #addSource({ id, ports }: CheckedBlock) {
    const output = named([id, "out"]);
    const { type, vector = 1 } = ports.outputs[0];
    const length = this.#length(output);
    const bytes = fusedBytes(length * vector, PORTS[type].bytes);
    const stream = { buffer: this.#memory.take(output, bytes), length };
    this.#streams.set(output, stream);
    this.#sources.set(id, { type, stream });
    // There is one buffer for its page.
    this.#together = 1;
  }

  async #addSamples(blocks: readonly BlockOf<"sample">[]): Promise<void> {
    if (this.#passOn(blocks)) return;
    const members = membersOf(blocks);
    const kernel = fusedKernel(members, this.#edges);
    // Signals that go nowhere need no work.
    if (kernel.outputs.length === 0) return;
    const counted = kernel.inputs
      .map((input) => ({ input, count: this.#streams.get(input)?.count }))
      .find(({ count }) => count);
    const [elements] = kernel.outputs.map((output) => this.#takeOutput(members, output, counted?.count));
    const vector = this.#edges.find(({ from }) => named(from) === counted?.input)?.vector ?? 1;
    const stage = await createSampleStage(this.device, {
      blocks: members,
      kernel,
      elements,
      streams: this.#streams,
      uniforms: this.#uniforms,
      counted: counted?.count && { count: counted.count, elements: vector },
    });
    this.#own(stage);
    this.#stages.push({
      ...stage,
      blocks: members.map(({ id }) => id),
      prepare: (page) => stage.prepare(page * elements),
    });
    this.#followSetters(members, stage);
  }

  /** Makes the buffer of an output of blocks of one sample. Returns its elements. */
  #takeOutput(members: readonly FusedBlock[], output: PortName, count?: GPUBuffer): number {
    const [{ type, vector = 1 }] = members.flatMap(({ id, ports }) =>
      ports.outputs.filter(({ name }) => named([id, name]) === output),
    );
    const length = this.#length(output);
    const bytes = fusedBytes(length * vector, PORTS[type].bytes);
    this.#streams.set(output, { buffer: this.#memory.take(output, bytes), length, count });
    return length * vector;
  }

  #followSetters(members: readonly FusedBlock[], { refresh }: Pick<SampleStep, "refresh">) {
    for (const { id, instance } of members) {
      if (!instance.set) continue;
      this.#setters.set(id, (parameters) => {
        instance.set?.(parameters);
        refresh();
      });
    }
  }

  /** Hands the input of a single block on as its output if they are equal. Returns whether it did. */
  #passOn([block, ...others]: readonly BlockOf<"sample">[]): boolean {
    if (others.length > 0 || !isCopy(block)) return false;
    const [input] = this.#inputs(block);
    if (!input) return false;
    const [port] = block.ports.outputs;
    const { buffer, count } = input.stream;
    // A count is of items: vectors of another length have another one.
    if (count && input.edge.vector !== (port.vector ?? 1)) return false;
    const output = named([block.id, port.name]);
    this.#keep(output, { buffer, length: this.#length(output), count });
    return true;
  }

  /** Adds blocks in a chain. Their kernels compute the blocks of one sample before and behind them. */
  async #addChain(block: BlockOf<"chain">, group: readonly CheckedBlock[]): Promise<void> {
    const { blocks: parts, set } = block.instance;
    const { store, prepare, ...first } = await this.#joinedPage(block, group.filter(isOf("sample")));
    const prepared = prepare ? [prepare] : [];
    const plans: Pick<StreamPlan, "label" | "encode" | "output" | "outputs" | "destroy">[] = [];
    let page: JoinedPage = first;
    for (const [i, part] of parts.entries()) {
      const partPage = i === parts.length - 1 ? { ...page, store } : page;
      const plan = await blamingLater(block.id, async () => {
        if (part.joinable) return part.joinable.create(this.device, partPage);
        const plain = { ...page, input: bufferOf(page.input) };
        if (!part.sample) return part.create(this.device, plain);
        const between = await this.#samplesOfChain(part, plain);
        prepared.push(between.prepare);
        return between;
      });
      plans.push(this.#own(plan));
      page = { signals: 1, length: plan.outputs, input: plan.output };
    }
    if (!store) {
      const output = named([block.id, "out"]);
      this.#keep(output, { buffer: bufferOf(page.input), length: this.#length(output) });
    }
    const ids = group.map(({ id }) => id);
    this.#stages.push({
      ...sequence(ids.join(" + "), plans),
      blocks: ids,
      prepare: prepared.length > 0 ? (number) => prepared.forEach((one) => one(number)) : undefined,
    });
    if (set) this.#setters.set(block.id, (parameters) => set(parameters, plans));
  }

  /** Returns the kernel of a block of one sample between others of a chain. */
  async #samplesOfChain({ label, input, output, sample }: OneSampleBlock, page: Page) {
    const ports = { inputs: [{ name: "in", type: input }], outputs: [{ name: "out", type: output }] };
    const blocks = membersOf([{ id: label, ports, instance: sample }]);
    const edges: Connection[] = [
      { from: ["before", "out"], to: [label, "in"] },
      { from: [label, "out"], to: ["behind", "in"] },
    ];
    const { length } = page;
    const buffer = this.#memory.take(label, fusedBytes(length, SAMPLE_BYTES[output]));
    const kernel = fusedKernel(blocks, edges);
    const streams = new Map([
      [kernel.inputs[0], { buffer: page.input, length }],
      [kernel.outputs[0], { buffer, length }],
    ]);
    const config = { blocks, kernel, elements: length, streams, uniforms: this.#uniforms };
    const { prepare, ...stage } = await createSampleStage(this.device, config);
    return { ...stage, output: buffer, outputs: length, prepare: (number: number) => prepare(number * length) };
  }

  /** Returns the page of a filter, with the steps that compute the other blocks of its group. */
  async #joinedPage(filter: BlockOf<"chain">, samples: readonly BlockOf<"sample">[]) {
    const [{ from, vector }] = this.#edges.filter(({ to }) => to[0] === filter.id);
    const { before, behind } = around(filter.id, samples, this.#edges);
    const stream = this.#streams.get(named(from));
    const length = (stream?.length ?? this.#length(named(from))) * vector;
    const output = named([filter.id, "out"]);
    const prepared: ((page: number) => void)[] = [];
    const add = async (use: "load" | "store", members: FusedBlock[], step: FusedStep, elements: number) => {
      const config = { use, blocks: members, step, elements, streams: this.#streams, uniforms: this.#uniforms };
      const instance = this.#own(await createSampleStep(this.device, config));
      prepared.push((page) => instance.prepare(page * elements));
      this.#followSetters(members, instance);
      return instance;
    };
    const load = async () => {
      const members = membersOf(before);
      return add("load", members, fusedLoad(members, this.#edges), length);
    };
    const input = before.length > 0 ? await load() : lookUp(this.#streams, named(from)).buffer;
    let store: StoreStep | undefined;
    if (behind.length > 0) {
      const members = membersOf(behind);
      const step = fusedStore(members, this.#edges, output);
      for (const signal of step.outputs) this.#takeOutput(members, signal);
      const elements = this.#length(output) * (filter.ports.outputs[0].vector ?? 1);
      const instance = await add("store", members, step, elements);
      store = { ...instance, output: lookUp(this.#streams, step.outputs[0]).buffer };
    }
    const prepare = (page: number) => {
      for (const one of prepared) one(page);
    };
    return { signals: 1, length, input, store, prepare: prepared.length > 0 ? prepare : undefined };
  }

  async #addPlan(block: BlockOf<"plan">): Promise<void> {
    const { id, instance } = block;
    const page = instance.breaksCycles ? this.#pageOfCycle(block) : await this.#wholeFirings(block);
    const plan = this.#own(await instance.create(this.device, page));
    const counting: ScaledCount[] = [];
    for (const { from, hasVariableRate } of this.#edges.filter((edge) => edge.from[0] === id)) {
      const [, port] = from;
      if (this.#streams.has(named(from))) continue;
      const stream: Stream | undefined = plan.outputs[port];
      if (!stream) throw new Error(`the plan ${plan.label} must give the output "${port}"`);
      if (hasVariableRate && !stream.count)
        counting.push(this.#own(await countOutput(this.device, instance, page, port)));
      const count = stream.count ?? (hasVariableRate ? counting.at(-1)?.output : undefined);
      this.#keep(named(from), { ...stream, count });
    }
    const { absorb } = plan;
    if (plan.places) this.#placing.set(id, plan.places);
    if (plan.prepare && !plan.preparesUniforms) this.#together = 1;
    this.#stages.push({
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
    for (const stage of counting) this.#stages.push({ ...stage, blocks: [id] });
    if (plan.set) this.#setters.set(id, (parameters) => plan.set?.(parameters));
    if (instance.breaksCycles) this.#closing.push(() => this.#closeCycle(block, page, absorb));
  }

  /** Returns the page of a block. Items whose number the GPU decides are gathered to whole firings first. */
  async #wholeFirings(block: BlockOf<"plan">): Promise<PlanPage> {
    const page = this.#page(block);
    const { firings, inputs } = page;
    const whole: Record<string, Stream> = {};
    for (const { port, edge, stream } of this.#inputs(block)) {
      const input = { block, edge, stream, firings };
      if (!needsGathering(input)) continue;
      const { output, ...stage } = this.#own(await gatherInput(this.device, input));
      whole[port] = output;
      this.#stages.push(stage);
    }
    return { ...page, inputs: { ...inputs, ...whole } };
  }

  /** Returns the page of a block that breaks cycles: its inputs are copied to own buffers, since what fills them is built later. */
  #pageOfCycle(block: CheckedBlock): PlanPage {
    const inputs = this.#edges.flatMap(({ from, to, type, vector }) => {
      if (to[0] !== block.id) return [];
      const length = this.#length(named(from));
      const bytes = fusedBytes(length * vector, PORTS[type].bytes);
      return [[to[1], { buffer: this.#memory.take(named(to), bytes), length }] as const];
    });
    return { firings: this.#firings(block), inputs: Object.fromEntries(inputs), uniforms: this.#uniforms };
  }

  /** Adds the work at the end of a page that takes in the inputs of a block that breaks cycles. */
  #closeCycle(block: CheckedBlock, page: PlanPage, absorb: Stage | undefined) {
    const copies = this.#inputs(block).map(({ port, edge, stream }) => ({
      from: stream.buffer,
      to: page.inputs[port].buffer,
      bytes: stream.length * edge.vector * PORTS[edge.type].bytes,
    }));
    this.#stages.push({
      label: `${block.id}, its inputs`,
      blocks: [block.id],
      encode(encoder, timestampWrites) {
        for (const { from, to, bytes } of copies) encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
        absorb?.encode(encoder, timestampWrites);
      },
    });
  }

  async #addSink(block: BlockOf<"sink">): Promise<void> {
    const plan = this.#own(await block.instance.create(this.device, this.#page(block)));
    const inputs = this.#inputs(block).map(({ port, edge, stream }) => ({
      port,
      from: edge.from[0],
      stream,
      hz: edge.hz,
    }));
    this.#sinks.push({ block, plan, inputs });
    if (plan.set) this.#setters.set(block.id, (parameters) => plan.set?.(parameters));
    if (!plan.encode) return;
    const encode: Stage["encode"] = (encoder, timestampWrites) => plan.encode?.(encoder, timestampWrites);
    this.#stages.push({ label: plan.label, blocks: [block.id], encode });
  }

  #own<Plan extends { destroy(): void }>(plan: Plan): Plan {
    this.#owned.push(plan);
    return plan;
  }

  /** Adds an output that a plan made. Its buffer may be one of its inputs, which then cannot be used again. */
  #keep(output: PortName, stream: Stream) {
    this.#streams.set(output, stream);
    this.#kept.add(stream.buffer);
  }
}

/** Returns blocks of one sample as they begin from rest. */
function membersOf(blocks: readonly FusedBlock[]): FusedBlock[] {
  const members = blocks.map(({ id, ports, instance }) => ({ id, ports, instance }));
  for (const { instance } of members) instance.reset?.();
  return members;
}

/** Returns a page's buffer. @throws Error for a load step: only some kernels take one. */
function bufferOf(input: JoinedPage["input"]): GPUBuffer {
  if ("wgsl" in input) throw new Error("flow/build-graph: the input must be a buffer, but a load step computes it");
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
