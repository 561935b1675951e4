import realPairs from "#shaders/fft/real-pairs.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import type { Fft } from "./pass.ts";

export interface RealPairsConfig {
  /** Points of a real signal, ≥ 1. */
  length: number;
  /** Number of real signals, ≥ 1. */
  rows: number;
  /**
   * Samples, float32 [rows][length], or bins 0 … ⌊length/2⌋, complex; where these are to come out, the pairs or their
   * transforms, complex [⌈rows/2⌉][length].
   */
  input: GPUBuffer;
  /** The buffers of the pairs: samples in, bins out. */
  of: "samples" | "bins";
  /** The other way round. */
  inverse?: boolean;
  /** Invocations per workgroup, from 1 to the device's limit. Default 128. The results are the same. */
  group?: number;
}

/**
 * Real signals in pairs, each pair one complex signal: before its transform, and after it.
 *
 * @throws RangeError when `length` or `rows` is not a positive integer.
 */
export async function createRealPairs(device: GPUDevice, config: RealPairsConfig): Promise<Fft> {
  const { length, rows, input, of, inverse = false, group = 128 } = config;
  const label = "fft/real-pairs";
  checkedCount(label, "length", length);
  checkedCount(label, "rows", rows);
  const ofBins = of === "bins";
  const constants = { GROUP: group, LENGTH: length, BINS: Number(ofBins), INVERSE: Number(inverse) };
  const memory = allocate(device);
  const pairs = Math.ceil(rows / 2);
  const bins = Math.floor(length / 2) + 1;
  const toPairs = ofBins === inverse;
  const output = toPairs
    ? memory.storage("pairs of real signals", 8 * pairs * length)
    : memory.storage(ofBins ? "bins" : "samples", rows * (ofBins ? 8 * bins : 4 * length));
  const groups = [Math.ceil((ofBins ? bins : length) / group), Math.min(pairs, 65535)] as const;
  const stage = await createStage(device, {
    label,
    wgsl: [realPairs, complex],
    constants,
    resources: { input, output, params: { rows } },
    groups,
    memory,
  });
  return { ...stage, output };
}
