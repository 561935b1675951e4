import { compile } from "../../gpu/kernel.ts";
import { spread, type Plan } from "../../gpu/timing.ts";
import type { UniformMemory } from "../../gpu/uniforms.ts";
import type { Stream } from "./block-factory.ts";
import { createDecidedGroups, type DecidedGroupsConfig } from "./decided-groups.ts";
import { FUSED_GROUP, type FusedBlock, type FusedKernel } from "./fused-kernel.ts";
import { sampleUniforms } from "./sample-uniforms.ts";
import type { PortName } from "../graph/connect.ts";
import { lookUp } from "../graph/look-up.ts";

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

export async function createSampleStage(device: GPUDevice, config: SampleStageConfig): Promise<SampleStage> {
  const { blocks, kernel, elements, streams, uniforms, counted } = config;
  const label = blocks.map(({ id }) => id).join(" + ");
  const compiled = await compile(device, { label, wgsl: kernel.wgsl });
  const invocations = Math.ceil(elements / kernel.width);
  const buffers = [
    ...kernel.inputs.map((signal, i) => [`fusedInput${i}`, lookUp(streams, signal).buffer] as const),
    ...kernel.outputs.map((signal, i) => [`fusedOutput${i}`, lookUp(streams, signal).buffer] as const),
  ];
  const values = sampleUniforms(blocks, kernel, elements);
  const bound = compiled.bind(
    { ...Object.fromEntries(buffers), fusedParams: { invocations, ...values.zeros } },
    values.isIndexed ? uniforms : undefined,
  );
  const indirect =
    counted && (await createDecidedGroups(device, { ...counted, width: kernel.width, group: FUSED_GROUP }));
  const total = Math.ceil(invocations / FUSED_GROUP);
  const rows = Math.ceil(total / device.limits.maxComputeWorkgroupsPerDimension);
  const fixed = [Math.ceil(total / rows), rows] as const;
  return {
    label,
    prepare(first) {
      const next = values.next(first);
      if (next) bound.set(next);
    },
    refresh: values.refresh,
    encode(encoder, timestampWrites) {
      if (!indirect) return bound.encode(encoder, fixed, timestampWrites);
      const [begin, end] = spread(timestampWrites, 2);
      indirect.encode(encoder, begin);
      return bound.encode(encoder, indirect.groups, end);
    },
    destroy() {
      bound.destroy();
      indirect?.destroy();
    },
  };
}
