import { createPageUniforms, type PageUniforms } from "../../gpu/uniforms.ts";
import type { CheckedBlock, CheckedEdge, CheckedGraph } from "../graph/checked-graph.ts";
import { named, type PortName } from "../graph/connect.ts";
import { lookUp } from "../graph/look-up.ts";
import { PORTS } from "../graph/port.ts";
import type { PlanPage, Stream, TagPlaces } from "./block-factory.ts";
import type { BuiltSink, BuiltSource, BuiltStage } from "./built-graph.ts";
import type { FusedBlock } from "./fused-kernel.ts";
import { createPageMemory, type PageMemory } from "./page-memory.ts";
import { type PageSizes, pageSizes } from "./page-sizes.ts";
import { fusedBytes } from "./sample-stage.ts";
import type { SampleStep } from "./sample-step.ts";
import { inOrder, lastReads } from "./work-order.ts";

/** Most pages in a submission: the cost of one is then small for each of them. */
const TOGETHER = 8;

export interface BuildOptions {
  /** Size of a page of each part, as a multiple of its smallest page. */
  units: readonly number[];
  isFused: boolean;
}

/** A graph, and what has been built of it so far. */
export class GraphParts {
  readonly edges: readonly CheckedEdge[];
  /** Blocks that share a kernel, in the order of their work. */
  readonly order: readonly (readonly CheckedBlock[])[];
  readonly sizes: PageSizes;
  readonly components: ReadonlyMap<string, number>;
  readonly memory: PageMemory;
  readonly uniforms: PageUniforms;
  together = TOGETHER;
  /** For each output of a generated kernel: the step of the order that reads it last. */
  readonly lastReads: ReadonlyMap<PortName, number>;
  readonly streams = new Map<PortName, Stream>();
  readonly stages: BuiltStage[] = [];
  /** Work after all blocks: what closes the cycles. */
  readonly closing: (() => void)[] = [];
  readonly sources = new Map<string, BuiltSource>();
  readonly sinks: BuiltSink[] = [];
  readonly placing = new Map<string, TagPlaces>();
  readonly setters = new Map<string, (parameters: never) => void>();
  readonly owned: { destroy(): void }[] = [];
  /** Buffers that plans gave as their outputs. */
  readonly kept = new Set<GPUBuffer>();

  constructor(
    readonly device: GPUDevice,
    { blocks, edges, groups }: CheckedGraph,
    { units, isFused }: BuildOptions,
  ) {
    this.edges = edges;
    this.components = new Map(blocks.map(({ id, component }) => [id, component]));
    this.order = inOrder(blocks, edges, isFused ? groups : []);
    this.sizes = pageSizes(this.order.flat(), edges, units);
    this.memory = createPageMemory(device);
    this.uniforms = createPageUniforms(device, TOGETHER);
    this.lastReads = lastReads(this.order, edges);
  }

  destroy() {
    for (const plan of this.owned.splice(0)) plan.destroy();
    this.memory.release();
  }

  firings({ id }: CheckedBlock): number {
    return lookUp(this.sizes.firings, id);
  }

  length(output: PortName): number {
    return lookUp(this.sizes.lengths, output);
  }

  /** Returns the connected inputs of a block. */
  inputs({ id }: CheckedBlock): { port: string; edge: CheckedEdge; stream: Stream }[] {
    const incoming = this.edges.filter(({ to }) => to[0] === id);
    return incoming.map((edge) => ({ port: edge.to[1], edge, stream: lookUp(this.streams, named(edge.from)) }));
  }

  page(block: CheckedBlock): PlanPage {
    const inputs = this.inputs(block).map(({ port, stream }) => [port, stream] as const);
    return { firings: this.firings(block), inputs: Object.fromEntries(inputs), uniforms: this.uniforms };
  }

  /** Makes the buffer of an output of blocks of one sample. Returns its elements. */
  takeOutput(members: readonly FusedBlock[], output: PortName, count?: GPUBuffer): number {
    const [{ type, vector = 1 }] = members.flatMap(({ id, ports }) =>
      ports.outputs.filter(({ name }) => named([id, name]) === output),
    );
    const length = this.length(output);
    const bytes = fusedBytes(length * vector, PORTS[type].bytes);
    this.streams.set(output, { buffer: this.memory.take(output, bytes), length, count });
    return length * vector;
  }

  followSetters(members: readonly FusedBlock[], { refresh }: Pick<SampleStep, "refresh">) {
    for (const { id, instance } of members) {
      if (!instance.set) continue;
      this.setters.set(id, (parameters) => {
        instance.set?.(parameters);
        refresh();
      });
    }
  }

  own<Plan extends { destroy(): void }>(plan: Plan): Plan {
    this.owned.push(plan);
    return plan;
  }

  /** Adds an output that a plan made. Its buffer may be one of its inputs, which then cannot be used again. */
  keep(output: PortName, stream: Stream) {
    this.streams.set(output, stream);
    this.kept.add(stream.buffer);
  }
}
