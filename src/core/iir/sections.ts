import sectionsLibrary from "#shaders/iir/lib/sections.wgsl?raw";
import { type Page, SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import { fromSections, type Section } from "../filter-design/sections.ts";
import { inPasses } from "./passes.ts";
import { MOST_SECTIONS } from "./limits.ts";
import { lowNoise, type LowNoiseSection, stateSpace } from "./state-space.ts";
import { createTiled, type Schedule, type StreamInput } from "./tiled.ts";

/** Passes everything on; its states stay 0. */
const NEUTRAL: LowNoiseSection = { forward: [1, 0, 0], backward: [0, 0], sign: 1 };

export interface SectionsConfig extends Page, Schedule, StreamInput {
  kind: SampleKind;
  /** In cascade, in this order. */
  sections: readonly Section[];
}

/**
 * Second-order sections in cascade, transposed direct form II, by a scan of states: every invocation filters a run of samples from
 * the state that a scan over runs and tiles has found. States go through constant matrices that were computed in float64, so
 * that rounded coefficients tell on a run alone.
 *
 * @throws RangeError for sizes out of their ranges and for an unstable filter, whose pole it names.
 */
export function createSections(device: GPUDevice, config: SectionsConfig): Promise<StreamPlan> {
  const label = "iir/sections";
  const { poles } = fromSections(config.sections);
  return inPasses({ ...config, label, most: MOST_SECTIONS, poles }, (page) => {
    const order = 4 * Math.ceil(page.sections.length / 2);
    const sections = page.sections.map(lowNoise);
    const all = Array.from({ length: order / 2 }, (_, i) => sections[i] ?? NEUTRAL);
    return createTiled(device, {
      ...page,
      wgsl: [sectionsLibrary],
      parts: 1,
      stride: SAMPLE_BYTES[config.kind] / 4,
      system: stateSpace(sections, order),
      forward: all.flatMap(({ forward, sign }) => [...forward, sign]),
      backward: all.flatMap(({ backward }) => backward),
    });
  });
}
