import { compile, type Values } from "../gpu/kernel.ts";
import { spread, type Stage } from "../gpu/timing.ts";
import type { UniformMemory } from "../gpu/uniforms.ts";
import type { Stream } from "./block-factory.ts";
import { blaming } from "./block-error.ts";
import { createDecidedGroups, type DecidedGroupsConfig } from "./decided-groups.ts";
import { FUSED_GROUP, type FusedBlock, type FusedKernel, zerosOf } from "./fused-kernel.ts";

export interface SampleStageConfig {
  blocks: readonly FusedBlock[];
  kernel: FusedKernel;
  /** Elements in a page. */
  elements: number;
  /** Items in a page at the inputs and outputs ("block.port"), with their buffers. */
  streams: ReadonlyMap<string, Stream>;
  /** Memory for uniforms that differ from page to page. */
  uniforms: UniformMemory;
  /** Where the GPU decides the number of items. */
  decided?: Pick<DecidedGroupsConfig, "count" | "elements">;
}

/** One generated kernel of blocks of one sample. */
export interface SampleStage extends Stage {
  /** Sets the uniforms for the page that begins at this element. Called once per page, in order. */
  prepare(first: number): void;
  /** The parameters of a block have changed. */
  refresh(): void;
  destroy(): void;
}

/** Returns the bytes of a signal that generated kernels read or write. */
export const fusedBytes = (elements: number, elementBytes: number) => 16 * Math.ceil((elements * elementBytes) / 16);

export async function createSampleStage(device: GPUDevice, config: SampleStageConfig): Promise<SampleStage> {
  const { blocks, kernel, elements, streams, uniforms, decided } = config;
  const label = blocks.map(({ id }) => id).join(" + ");
  const compiled = await compile(device, { label, wgsl: kernel.wgsl });
  const invocations = Math.ceil(elements / kernel.width);
  const buffers = [
    ...kernel.inputs.map((signal, i) => [`input${i}`, streams.get(signal)?.buffer as GPUBuffer] as const),
    ...kernel.outputs.map((signal, i) => [`output${i}`, streams.get(signal)?.buffer as GPUBuffer] as const),
  ];
  const zeros = blocks.flatMap(({ id, made }) =>
    Object.entries(made.uniforms).map(([name, type]) => [memberOf(kernel, id, name), zerosOf(type)] as const),
  );
  /** For each block: the members of the uniform struct by the names of its uniforms. */
  const members = blocks.map(({ id, made }) =>
    Object.fromEntries(Object.keys(made.uniforms).map((name) => [name, memberOf(kernel, id, name)])),
  );
  const isIndexed = blocks.some(({ made }) => made.isIndexed);
  const bound = compiled.bind(
    { ...Object.fromEntries(buffers), params: { invocations, ...Object.fromEntries(zeros) } },
    isIndexed ? uniforms : undefined,
  );
  const indirect =
    decided && (await createDecidedGroups(device, { ...decided, width: kernel.width, group: FUSED_GROUP }));
  const total = Math.ceil(invocations / FUSED_GROUP);
  const rows = Math.ceil(total / device.limits.maxComputeWorkgroupsPerDimension);
  const fixed = [Math.ceil(total / rows), rows] as const;
  const values: Record<string, Values[string]> = {};
  let isFresh = false;
  return {
    label,
    prepare(first) {
      if (isFresh && !isIndexed) return;
      isFresh = true;
      for (const [i, { id, made }] of blocks.entries()) {
        const own = blaming(id, () => made.values({ first, length: elements }));
        for (const name of Object.keys(own)) values[members[i][name]] = own[name];
      }
      if (zeros.length > 0) bound.set(values);
    },
    refresh() {
      isFresh = false;
    },
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

function memberOf({ members }: FusedKernel, block: string, uniform: string): string {
  return members.get(`${block}.${uniform}`) as string;
}
