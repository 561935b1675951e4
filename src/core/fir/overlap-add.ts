import overlapAdd from "#shaders/fir/overlap-add.wgsl?raw";
import { FFT_GROUP, FFT_POINTS } from "../fft/workgroup.ts";
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

/** The cut of signals into blocks with `rows` samples per invocation: the most that leave room for the filter's tail. */
function blocksOf(sizes: FirSizes) {
  const group = Math.max(FFT_GROUP, transformFor(sizes.taps).lanes);
  const length = FFT_POINTS * group;
  const rows = Math.floor((length - sizes.taps + 1) / group);
  return { length, group, rows, blocks: Math.ceil(sizes.length / (rows * group)) };
}

/** Floating-point operations per page. */
export function overlapAddFirFlops(sizes: FirSizes): number {
  const { length, group, blocks } = blocksOf(sizes);
  const share = shareOf(sizes, blocks, pairOf(sizes), group);
  // A share starts with the tail of the block before it.
  const transforms = Math.ceil(blocks / pairOf(sizes)) + Math.ceil(blocks / share);
  return transformFlops(sizes.signals * transforms, length);
}

/**
 * FIR filter by overlap-add, in one kernel, with transforms of 2048 or 4096 points. It takes the same configurations as overlap-save.
 *
 * @throws RangeError for a size out of its range, for taps that float32 cannot represent, and for more than 2048 of them.
 */
export async function createOverlapAddFir(device: GPUDevice, config: FirConfig): Promise<TapsPlan> {
  const label = "fir/overlap-add";
  checkFir(label, config);
  const sizes = firSizes(config);
  const refusal = longTaps(sizes, device);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const { length, group, rows, blocks } = blocksOf(sizes);
  const share = shareOf(sizes, blocks, pairOf(sizes), group);
  return createFir(device, config, {
    label,
    wgsl: [overlapAdd, ...transformLibrary(device, { length, group })],
    constants: {
      FFT_LENGTH: length,
      GROUP: group,
      DECIMATION: config.decimation ?? 1,
      ROWS: rows,
    },
    ...transformTables(config, length),
    params: { share },
    tiles: Math.ceil(blocks / share),
  });
}
