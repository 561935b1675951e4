import sectionsKernel from "#shaders/iir/sections.wgsl?raw";
import { checkedCount } from "../gpu/rows.ts";
import { type Page, SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import { fromSections, type Section } from "../filter-design/sections.ts";
import { stability } from "../filter-design/stability.ts";
import { inPasses } from "./passes.ts";
import { MOST_SECTIONS } from "./limits.ts";
import { lowNoise, type LowNoiseSection, stateSpace } from "./state-space.ts";
import { createTiled, type Schedule } from "./tiled.ts";

/** Passes everything on; its states stay 0. */
const NEUTRAL: LowNoiseSection = { forward: [1, 0, 0], backward: [0, 0], sign: 1 };

export interface SectionsConfig extends Page, Schedule {
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
export async function createSections(device: GPUDevice, config: SectionsConfig): Promise<StreamPlan> {
  const label = "iir/sections";
  const { sections, length } = config;
  checkedCount(label, "signals", config.signals);
  checkedCount(label, "length", length);
  if (sections.length === 0) throw new RangeError(`${label}: must have one or more sections, got none`);
  const { stable, verdict } = stability(fromSections(sections).poles);
  if (!stable) throw new RangeError(`${label}: ${verdict}`);
  return inPasses(label, { ...config, most: MOST_SECTIONS }, (some, input) =>
    createCascade(device, label, { ...config, sections: some, input }),
  );
}

function createCascade(device: GPUDevice, label: string, config: SectionsConfig): Promise<StreamPlan> {
  const { kind, sections, ...page } = config;
  const order = 4 * Math.ceil(sections.length / 2);
  const stride = SAMPLE_BYTES[kind] / 4;
  const own = sections.map(lowNoise);
  const all = Array.from({ length: MOST_SECTIONS }, (_, i) => own[i] ?? NEUTRAL);
  return createTiled(device, {
    ...page,
    label,
    wgsl: [sectionsKernel],
    width: stride,
    stride,
    system: stateSpace(own, order),
    params: {
      forward: all.flatMap(({ forward, sign }) => [...forward, sign]),
      backward: all.flatMap(({ backward }) => [...backward]),
    },
  });
}
