import type { Block } from "../flow/graph/block.ts";
import type { JoinedPage } from "../flow/build/joined-page.ts";
import { firOutput } from "./plan.ts";
import type { FirConfig } from "./plan.ts";
import { type FirName, firs } from "./registry.ts";

export interface FirBlockConfig extends Pick<
  FirConfig,
  "kind" | "taps" | "complexTaps" | "decimation" | "zeroNonFinite"
> {
  method: FirName;
}

/** FIR filter with optional decimation. Its delay is half the taps where they are symmetric (linear phase). */
export function firBlock({ method, ...filter }: FirBlockConfig): Block {
  const { kind, taps, complexTaps, decimation = 1 } = filter;
  const { access, create: createPlan } = firs[method];
  const create = (device: GPUDevice, page: JoinedPage) => createPlan(device, { ...filter, ...page });
  const length = complexTaps ? taps.length / 2 : taps.length;
  return {
    label: `fir/${method}`,
    input: kind,
    output: firOutput(filter),
    up: 1,
    down: decimation,
    multiple: decimation,
    delay: delayOf(taps, complexTaps),
    create,
    joinable: access && { ...access({ kind, complexTaps, decimation, taps: length }), create },
  };
}

/** Largest asymmetry of linear-phase taps, as a part of the largest tap: float32's resolution. */
const STEP = 2 ** -24;

/** Group delay of h[k] = ±h*[N−1−k] in samples, else 0. */
export function delayOf(taps: Float64Array, complexTaps = false): number {
  const width = complexTaps ? 2 : 1;
  const last = taps.length / width - 1;
  const limit = STEP * taps.reduce((most, tap) => Math.max(most, Math.abs(tap)), 0);
  const isMirrored = (sign: number) =>
    taps.every((tap, i) => {
      const k = Math.floor(i / width);
      const imaginary = i % width;
      const other = taps[width * (last - k) + imaginary];
      return Math.abs(tap - (imaginary ? -sign : sign) * other) <= limit;
    });
  return isMirrored(1) || isMirrored(-1) ? last / 2 : 0;
}
