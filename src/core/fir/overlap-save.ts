import overlapSave from "#shaders/fir/overlap-save.wgsl?raw";
import { FFT_GROUP, FFT_POINTS } from "../fft/workgroup.ts";
import { workgroupSize } from "../gpu/workgroup-size.ts";
import type { Access } from "../flow/build/joined-page.ts";
import { checkFir, createFir, type FirConfig, type FirSizes, firSizes, type TapsPlan } from "./plan.ts";
import {
  longTaps,
  pairOf,
  shareOf,
  transformFlops,
  transformFor,
  transformLibrary,
  transformTables,
} from "./transform.ts";

/** Usual fewest invocations per workgroup, which then computes several short transforms at once. */
const USUAL_GROUP = 32;

/** The cut of signals into blocks, whose first `overlap` points are not outputs. */
function blocksOf(sizes: FirSizes) {
  const { length, lanes } = transformFor(sizes.taps);
  const overlap = overlapOf(sizes.taps, length);
  return { length, lanes, overlap, blocks: Math.ceil(sizes.length / (length - overlap)) };
}

function overlapOf(taps: number, length: number): number {
  // Blocks that start at a memory sector are written faster.
  const grain = length / 64;
  return grain * Math.ceil((taps - 1) / grain);
}

/** Blocks read their overlap again. */
export function overlapSaveFirAccess({ taps }: Pick<FirSizes, "taps">): Access {
  const { length } = transformFor(taps);
  return { loads: length / (length - overlapOf(taps, length)), buffers: 3 };
}

/** Floating-point operations per page. */
export function overlapSaveFirFlops(sizes: FirSizes): number {
  const { length, blocks } = blocksOf(sizes);
  return transformFlops(sizes.signals * Math.ceil(blocks / pairOf(sizes)), length);
}

/**
 * FIR filter by overlap-save, in one kernel, with transforms of 256, 2048 or 4096 points: of up to 2048 taps, with decimation for
 * what it saves in writing.
 *
 * @throws RangeError for a size out of its range, for taps that float32 cannot represent, and for more than 2048 of them.
 */
export async function createOverlapSaveFir(device: GPUDevice, config: FirConfig): Promise<TapsPlan> {
  const label = "fir/overlap-save";
  checkFir(label, config);
  const sizes = firSizes(config);
  const refusal = longTaps(sizes, device);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const { length, lanes, overlap, blocks } = blocksOf(sizes);
  // Points of several transforms are exchanged at once.
  const group = Math.max(lanes, Math.min(FFT_GROUP, workgroupSize(device, label, USUAL_GROUP)));
  const share = shareOf(sizes, blocks, (pairOf(sizes) * FFT_POINTS * group) / length, group);
  return createFir(device, config, {
    label,
    wgsl: [overlapSave, ...transformLibrary(device, { length, group })],
    constants: {
      FFT_LENGTH: length,
      GROUP: group,
      DECIMATION: config.decimation ?? 1,
    },
    ...transformTables(config, length),
    params: { overlap, share },
    tiles: Math.ceil(blocks / share),
  });
}
