import { owning } from "../../gpu/owning.ts";
import { gridOf } from "../../gpu/rows.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import { workgroupSize } from "../../gpu/workgroup-size.ts";
import type { UniformMemory } from "../../gpu/uniforms.ts";
import type { Stream } from "./block-factory.ts";
import { createDecidedGroups, type DecidedGroupsConfig } from "./decided-groups.ts";
import { type FusedBlock, type FusedKernel, type FusedStep } from "./fused-kernel.ts";
import { sampleUniforms } from "./sample-uniforms.ts";
import type { PortName } from "../graph/connect.ts";
import { lookUp } from "../graph/look-up.ts";

/** Usual invocations per workgroup. */
const USUAL_GROUP = 256;

export interface SampleStageConfig {
  blocks: readonly FusedBlock[];
  kernel: FusedKernel;
  /** Elements in a page. */
  elements: number;
  /** Items in a page at the inputs and outputs, with their buffers. */
  streams: ReadonlyMap<PortName, Stream>;
  /** Memory for uniforms that differ from page to page. */
  uniforms: UniformMemory;
  /** Where the GPU decides the number of items. */
  counted?: Pick<DecidedGroupsConfig, "count" | "elements">;
}

/** One generated kernel of blocks of one sample. */
export interface SampleStage extends Plan {
  /** Sets the uniforms for the page that begins at this element. Called once per page, in order. */
  prepare(first: number): void;
  /** The parameters of a block have changed. */
  refresh(): void;
}

/** Returns the bytes of a signal that generated kernels read or write. */
export const fusedBytes = (elements: number, elementBytes: number) => 16 * Math.ceil((elements * elementBytes) / 16);

export const createSampleStage = (device: GPUDevice, config: SampleStageConfig): Promise<SampleStage> =>
  owning(device, async ({ keep, stage }) => {
    const { blocks, kernel, elements, streams, uniforms, counted } = config;
    const label = blocks.map(({ id }) => id).join(" + ");
    const invocations = Math.ceil(elements / kernel.width);
    const { zeros, isIndexed, prepare, refresh } = sampleUniforms(blocks, kernel, elements);
    const group = workgroupSize(device, "flow/fused", USUAL_GROUP);
    const decided = counted && (await keep(createDecidedGroups(device, { ...counted, width: kernel.width, group })));
    const computing = await stage({
      label,
      wgsl: kernel.wgsl,
      constants: { FUSED_GROUP: group },
      resources: { ...signalBuffers("fused", kernel, streams), fusedParams: { invocations, ...zeros } },
      groups: decided?.groups ?? gridOf(device, Math.ceil(invocations / group)),
      uniforms: isIndexed ? uniforms : undefined,
    });
    const work = decided ? sequence(label, [decided, computing]) : computing;
    return { ...work, prepare: (first) => prepare(first, computing.set), refresh };
  });

/** Returns the buffers of the inputs and outputs of a generated text, by the names of their bindings. */
export const signalBuffers = (
  use: "fused" | "load" | "store",
  { inputs, outputs }: Pick<FusedStep, "inputs" | "outputs">,
  streams: ReadonlyMap<PortName, Stream>,
) =>
  Object.fromEntries([
    ...inputs.map((signal, i) => [`${use}Input${i}`, lookUp(streams, signal).buffer] as const),
    // The output of a load step is the sample that the filter gets.
    ...(use === "load" ? [] : outputs).map(
      (signal, i) => [`${use}Output${i}`, lookUp(streams, signal).buffer] as const,
    ),
  ]);
