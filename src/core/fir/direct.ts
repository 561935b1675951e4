import direct from "#shaders/fir/direct.wgsl?raw";
import storeFours from "#shaders/fir/lib/fir-store-fours.wgsl?raw";
import storeNumbers from "#shaders/fir/lib/fir-store-numbers.wgsl?raw";
import type { Access } from "../flow/build/joined-page.ts";
import { workgroupSize } from "../gpu/workgroup-size.ts";
import { checkFir, createFir, type FirConfig, type FirSizes, firSizes, type TapsPlan } from "./plan.ts";

/** Outputs per invocation. */
const OUTPUTS = 12;
/** Taps that an invocation processes between two checks for the end. */
const STEP = 16;
/** Taps of a phase that are staged at a time. */
const CHUNK = 64;

/** Usual invocations per workgroup. */
const groupOf = ({ kind, complexTaps }: Pick<FirSizes, "kind" | "complexTaps">) =>
  kind === "complex" || complexTaps ? 64 : 128;

/** Floating-point operations per page: a multiplication and an addition per tap and output. */
export function directFirFlops(sizes: FirSizes): number {
  const { signals, length, kind, taps, complexTaps, decimation = 1 } = sizes;
  const products = (kind === "complex" ? 2 : 1) * (complexTaps ? 2 : 1);
  return 2 * products * signals * (length / decimation) * taps;
}

/** A tile reads its samples again for every 64 taps of a phase. */
export function directFirAccess(filter: Omit<FirSizes, "signals" | "length">): Access {
  const { taps, decimation = 1 } = filter;
  const tile = OUTPUTS * groupOf(filter);
  const chunks = Math.min(decimation, taps) * Math.ceil(Math.ceil(taps / decimation) / CHUNK);
  return { loads: (chunks * (tile + CHUNK)) / (tile * decimation), buffers: 2 };
}

/**
 * FIR filter in the time domain, of any number of taps, with decimation; taps and samples are staged in workgroup memory and used from registers several times. Pages of any size give identical bits.
 *
 * @throws RangeError for a size out of its range, and for taps that float32 cannot represent.
 */
export async function createDirectFir(device: GPUDevice, config: FirConfig): Promise<TapsPlan> {
  const label = "fir/direct";
  checkFir(label, config);
  const { length, kind, complexTaps, decimation = 1 } = config;
  const { taps } = firSizes(config);
  const [sampleParts, tapParts] = [kind === "complex" ? 2 : 1, complexTaps ? 2 : 1];
  const phases = Math.min(decimation, taps);
  const row = STEP * Math.ceil(Math.ceil(taps / decimation) / STEP);
  const responseOf = (values: Float64Array) => {
    const response = new Float32Array(phases * tapParts * row);
    for (const [i, tap] of values.entries()) {
      const [k, part] = [Math.floor(i / tapParts), i % tapParts];
      response[((k % decimation) * tapParts + part) * row + Math.floor(k / decimation)] = tap;
    }
    return response;
  };
  const outputs = length / decimation;
  const outputParts = Math.max(sampleParts, tapParts);
  const usual = groupOf(config);
  const wanted = workgroupSize(device, label, usual);
  const parts = Math.max(sampleParts, tapParts);
  const bytes = 4 * (tapParts * CHUNK + parts * (OUTPUTS * wanted + CHUNK));
  const group = bytes <= device.limits.maxComputeWorkgroupStorageSize ? wanted : usual;
  // A store step takes numbers one by one.
  const isFours = !config.store && (outputs * outputParts) % 4 === 0;
  return createFir(device, config, {
    label,
    wgsl: [direct, isFours ? storeFours : storeNumbers],
    hasOutput: isFours,
    constants: { GROUP: group, SAMPLE_PARTS: sampleParts, TAP_PARTS: tapParts },
    response: responseOf,
    params: { decimation, phases, fours: row / 4 },
    tiles: Math.ceil(outputs / (OUTPUTS * group)),
  });
}
