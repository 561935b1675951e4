import onePole from "#shaders/iir/lib/one-pole.wgsl?raw";
import complexLibrary from "#shaders/lib/complex.wgsl?raw";
import { type Page, SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import { type Complex, complex } from "../filter-design/complex.ts";
import { stability } from "../filter-design/stability.ts";
import type { Matrix } from "./state-space.ts";
import { createTiled, type Schedule, type StreamInput } from "./tiled.ts";

export interface OnePoleConfig extends Page, Schedule, StreamInput {
  /** Of the input. */
  kind: SampleKind;
  /** p, inside the unit circle. */
  pole: number | Complex;
  /** a. Default 1. */
  gain?: number | Complex;
}

/** The output's kind: complex, unless input, pole and gain are real. */
export function onePoleOutput({ kind, pole, gain = 1 }: Pick<OnePoleConfig, "kind" | "pole" | "gain">): SampleKind {
  return kind === "complex" || typeof pole !== "number" || typeof gain !== "number" ? "complex" : "real";
}

/**
 * y[n] = a·x[n] + p·y[n−1] by prefix sum, in one pass over memory or two; page by page.
 *
 * @throws RangeError for sizes out of their ranges, and for a pole that is not within the unit circle.
 */
export async function createOnePole(device: GPUDevice, config: OnePoleConfig): Promise<StreamPlan> {
  const label = "iir/one-pole";
  const { kind, pole, gain = 1, ...page } = config;
  const [p, a] = [pole, gain].map((value) => (typeof value === "number" ? complex(value) : value));
  const { stable, verdict } = stability([p]);
  if (!stable) throw new RangeError(`${label}: ${verdict}`);
  const isReal = typeof pole === "number" && typeof gain === "number";
  const parts = isReal ? 1 : 2;
  return createTiled(device, {
    ...page,
    label,
    wgsl: [onePole, complexLibrary],
    parts,
    inputs: isReal ? 1 : SAMPLE_BYTES[kind] / 4,
    stride: SAMPLE_BYTES[onePoleOutput(config)] / 4 / parts,
    system: { A: rotation(p), B: Float64Array.of(a.re, a.im, 0, 0) },
    forward: [a.re, a.im],
    backward: [p.re, p.im, remainder(p.re), remainder(p.im)],
  });
}

const remainder = (value: number) => value - Math.fround(value);

/** The product with p as a real matrix for re and im, in the four states of a scan. */
function rotation({ re, im }: Complex): Matrix {
  const values = new Float64Array(16);
  values.set([re, -im], 0);
  values.set([im, re], 4);
  return { order: 4, values };
}
