import { createUniformStruct } from "../../gpu/kernel.ts";
import type { FusedStep } from "./fused-kernel.ts";
import type { LoadStep } from "./joined-page.ts";
import { type SampleStage, type SampleStageConfig, signalBuffers } from "./sample-stage.ts";
import { sampleUniforms } from "./sample-uniforms.ts";

export interface SampleStepConfig extends Omit<SampleStageConfig, "kernel" | "counted"> {
  use: "load" | "store";
  step: FusedStep;
}

/** Blocks of one sample as a part of a filter's kernels. */
export type SampleStep = LoadStep & Pick<SampleStage, "prepare" | "refresh" | "destroy">;

export async function createSampleStep(
  device: GPUDevice,
  { use, blocks, step, elements, streams, uniforms }: SampleStepConfig,
): Promise<SampleStep> {
  const label = blocks.map(({ id }) => id).join(" + ");
  const { wgsl, members } = step;
  const { zeros, isIndexed, prepare, refresh } = sampleUniforms(blocks, step, elements);
  const params = `${use}Params`;
  // The filter and its history read the same struct: what they compute of a sample is the same.
  const struct =
    members.size > 0
      ? await createUniformStruct(device, { label, wgsl }, params, zeros, isIndexed ? uniforms : undefined)
      : undefined;
  return {
    wgsl,
    resources: { ...signalBuffers(use, step, streams), ...(struct && { [params]: struct }) },
    prepare: (first) => prepare(first, (values) => struct?.set(values)),
    refresh,
    destroy: () => struct?.destroy(),
  };
}
