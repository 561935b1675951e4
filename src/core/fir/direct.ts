import direct from "#shaders/fir/direct.wgsl?raw";
import type { StreamPlan } from "../stream/block.ts";
import { checkFir, createFir, type FirConfig, type FirSizes, firSizes } from "./plan.ts";

const GROUP = 128;
/** Outputs of an invocation. */
const OUTPUTS = 12;

/** Floating-point operations of a page: a product and a sum for every tap and output. */
export function directFirFlops(sizes: FirSizes): number {
  const { signals, length, kind, taps, complexTaps, decimation = 1 } = sizes;
  const products = (kind === "complex" ? 2 : 1) * (complexTaps ? 2 : 1);
  return 2 * products * signals * (length / decimation) * taps;
}

/**
 * FIR filter in the time domain, of any number of taps, with decimation; taps and samples are staged in workgroup memory and
 * used from registers several times. The outputs are the same, bit for bit, for pages of any size.
 *
 * @throws RangeError for a size out of its range, and for taps that are no float32 numbers.
 */
export async function createDirectFir(device: GPUDevice, config: FirConfig): Promise<StreamPlan> {
  const label = "fir/direct";
  checkFir(label, config);
  const { length, decimation = 1 } = config;
  return createFir(device, config, {
    label,
    wgsl: [direct],
    constants: { GROUP },
    tables: { response: Float32Array.from(config.taps) },
    params: { taps: firSizes(config).taps, decimation },
    tiles: Math.ceil(length / decimation / (OUTPUTS * GROUP)),
  });
}
