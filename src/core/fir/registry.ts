import type { StreamPlan } from "../flow/block.ts";
import { createDirectFir, directFirFlops } from "./direct.ts";
import { createOverlapAddFir, overlapAddFirFlops } from "./overlap-add.ts";
import { createOverlapSaveFir, overlapSaveFirFlops } from "./overlap-save.ts";
import { firBytes, type FirConfig, type FirSizes } from "./plan.ts";
import { longTaps } from "./transform.ts";

export type FirName = "direct" | "overlap-save" | "overlap-add";

export interface FirMethod {
  title: string;
  create(device: GPUDevice, config: FirConfig): Promise<StreamPlan>;
  /** Why the method does not take a filter of this many taps; `undefined` where it does. */
  refusal(sizes: Pick<FirSizes, "taps">): string | undefined;
  /** Floating-point operations of a page, and bytes of global memory that it reads and writes. */
  flops(sizes: FirSizes): number;
  bytes(sizes: FirSizes): number;
}

/** The ways to filter by taps, by stem. All of them give the same outputs for the same config. */
export const firs: Readonly<Record<FirName, FirMethod>> = {
  direct: method("Time domain", createDirectFir, directFirFlops, () => undefined),
  "overlap-save": method("FFT, overlap-save", createOverlapSaveFir, overlapSaveFirFlops, longTaps),
  "overlap-add": method("FFT, overlap-add", createOverlapAddFir, overlapAddFirFlops, longTaps),
};

function method(
  title: string,
  create: FirMethod["create"],
  flops: FirMethod["flops"],
  refusal: FirMethod["refusal"],
): FirMethod {
  return { title, create, refusal, flops, bytes: firBytes };
}
