import type { StreamPlan } from "../stream/block.ts";
import { createDirectFir, directFirFlops } from "./direct.ts";
import { firBytes, type FirConfig, type FirSizes } from "./plan.ts";

export type FirName = "direct";

export interface FirMethod {
  title: string;
  create(device: GPUDevice, config: FirConfig): Promise<StreamPlan>;
  /** Why the method does not take some sizes; `undefined` where it does. */
  refusal(sizes: FirSizes): string | undefined;
  /** Floating-point operations of a page, and bytes of global memory that it reads and writes. */
  flops(sizes: FirSizes): number;
  bytes(sizes: FirSizes): number;
}

/** The ways to filter by taps, by stem. All of them give the same outputs for the same config. */
export const firs: Readonly<Record<FirName, FirMethod>> = {
  direct: {
    title: "Time domain",
    create: createDirectFir,
    refusal: () => undefined,
    flops: directFirFlops,
    bytes: firBytes,
  },
};
