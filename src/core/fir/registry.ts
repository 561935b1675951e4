import type { Access } from "../flow/build/joined-page.ts";
import { createDecimatingFir, decimatingFirAccess, suitsDecimating } from "./decimating.ts";
import { createDirectFir, directFirAccess, directFirFlops } from "./direct.ts";
import { createOverlapAddFir, overlapAddFirFlops } from "./overlap-add.ts";
import { createOverlapSaveFir, overlapSaveFirAccess, overlapSaveFirFlops } from "./overlap-save.ts";
import { firBytes, type FirConfig, type FirSizes, firSizes, type TapsPlan } from "./plan.ts";
import { longTaps } from "./transform.ts";

/** The methods of FIR filters, by stem. */
export type FirName = "direct" | "overlap-save" | "overlap-add";

interface FirMethod {
  title: string;
  create(device: GPUDevice, config: FirConfig): Promise<TapsPlan>;
  /** The reason why the method does not take this many taps; `undefined` where it does. */
  refusal(sizes: Pick<FirSizes, "taps">, device?: Pick<GPUDevice, "limits">): string | undefined;
  /** Floating-point operations per page, and bytes that it reads and writes in global memory. */
  flops(sizes: FirSizes): number;
  bytes(sizes: FirSizes): number;
  /** How its kernel reads and writes long pages, if it takes load and store steps. */
  access?(filter: Omit<FirSizes, "signals" | "length">): Access;
}

/**
 * The methods of FIR filters, by stem. All give the same outputs for the same configuration.
 *
 * @example
 * ```ts
 * import { firs } from "threeray/fir";
 *
 * console.log(Object.keys(firs).join(", ")); // direct, overlap-save, overlap-add
 * ```
 */
export const firs: Readonly<Record<FirName, FirMethod>> = {
  direct: {
    ...method("Time domain", createTimeDomainFir, directFirFlops, () => undefined),
    access: (filter) => (suitsDecimating(filter) ? decimatingFirAccess : directFirAccess)(filter),
  },
  "overlap-save": {
    ...method("FFT, overlap-save", createOverlapSaveFir, overlapSaveFirFlops, longTaps),
    access: overlapSaveFirAccess,
  },
  "overlap-add": method("FFT, overlap-add", createOverlapAddFir, overlapAddFirFlops, longTaps),
};

/** The faster of the two kernels for a filter. */
function createTimeDomainFir(device: GPUDevice, config: FirConfig): Promise<TapsPlan> {
  return (suitsDecimating(firSizes(config)) ? createDecimatingFir : createDirectFir)(device, config);
}

function method(
  title: string,
  create: FirMethod["create"],
  flops: FirMethod["flops"],
  refusal: FirMethod["refusal"],
): FirMethod {
  return { title, create, refusal, flops, bytes: firBytes };
}

/** From this many taps on, the FFT filter is faster than the sum over the taps, for real samples on an H100 (docs/performance.md). */
const CROSSOVER = 48;

/** The methods for a number of taps, the fastest first. */
export const firsBySpeed = (taps: number): readonly FirName[] =>
  taps < CROSSOVER ? ["direct", "overlap-save", "overlap-add"] : ["overlap-save", "overlap-add", "direct"];
