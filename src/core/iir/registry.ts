import type { Page, SampleKind, StreamPlan } from "../stream/block.ts";
import type { IirFilter } from "./design/registry.ts";

/** How a recursive filter is computed. */
export type IirName = "one-pole" | "sections" | "parallel" | "block-convolution";

export interface IirConfig extends Page {
  kind: SampleKind;
  filter: IirFilter;
}

export interface IirMethod {
  title: string;
  /**
   * Filters page by page, from rest.
   *
   * @throws RangeError for an unstable filter, which says where its pole lies, and for one that the method refuses.
   */
  create(device: GPUDevice, config: IirConfig): Promise<StreamPlan>;
  /** Why it does not take a filter; `undefined` where it does. */
  refusal(filter: IirFilter): string | undefined;
  /** Multiplications and additions for each float32 of a signal. */
  flops(filter: IirFilter): number;
  /** Bytes read and written in memory for each float32 of a signal. */
  bytes(filter: IirFilter): number;
}

/** The ways to compute a recursive filter. All of them take the same config. */
export const iirMethods: Readonly<Record<IirName, IirMethod>> = {} as Record<IirName, IirMethod>;
