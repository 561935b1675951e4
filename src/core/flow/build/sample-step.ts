import { createUniformStruct } from "../../gpu/kernel.ts";
import type { UniformMemory } from "../../gpu/uniforms.ts";
import type { Stream } from "./block-factory.ts";
import type { FusedBlock, FusedStep } from "./fused-kernel.ts";
import type { LoadStep } from "./joined-page.ts";
import { sampleUniforms } from "./sample-uniforms.ts";
import type { PortName } from "../graph/connect.ts";
import { lookUp } from "../graph/look-up.ts";

export interface SampleStepConfig {
  use: "load" | "store";
  blocks: readonly FusedBlock[];
  step: FusedStep;
  /** Elements in a page. */
  elements: number;
  /** Pages at the inputs and outputs, with their buffers. */
  streams: ReadonlyMap<PortName, Stream>;
  /** Memory for uniforms that differ from page to page. */
  uniforms: UniformMemory;
}

/** Blocks of one sample as a part of a filter's kernels. */
export interface SampleStep extends LoadStep {
  /** Sets the uniforms for the page that begins at this element. Called once per page, in order. */
  prepare(first: number): void;
  /** The parameters of a block have changed. */
  refresh(): void;
  destroy(): void;
}

export async function createSampleStep(
  device: GPUDevice,
  { use, blocks, step, elements, streams, uniforms }: SampleStepConfig,
): Promise<SampleStep> {
  const label = blocks.map(({ id }) => id).join(" + ");
  const values = sampleUniforms(blocks, step, elements);
  const memory = values.isIndexed ? uniforms : undefined;
  const source = { label, wgsl: step.wgsl };
  const params = `${use}Params`;
  // The filter and its history read the same struct: what they compute of a sample is the same.
  const struct =
    step.members.size > 0 ? await createUniformStruct(device, source, params, values.zeros, memory) : undefined;
  const bufferOf = (signal: PortName) => lookUp(streams, signal).buffer;
  const outputs = use === "store" ? step.outputs : [];
  return {
    wgsl: step.wgsl,
    resources: {
      ...Object.fromEntries(step.inputs.map((signal, i) => [`${use}Input${i}`, bufferOf(signal)])),
      ...Object.fromEntries(outputs.map((signal, i) => [`${use}Output${i}`, bufferOf(signal)])),
      ...(struct && { [params]: struct }),
    },
    prepare(first) {
      const next = values.next(first);
      if (next) struct?.set(next);
    },
    refresh: values.refresh,
    destroy: () => struct?.destroy(),
  };
}
