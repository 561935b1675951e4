import type { Stage } from "../gpu/timing.ts";
import { PORTS, type PortType } from "./port.ts";
import type { Tag } from "./tag.ts";

/** What a signal is made of: float32 numbers, or pairs of them. */
export type SampleKind = Extract<PortType, "real" | "complex">;

export const SAMPLE_BYTES: Readonly<Record<SampleKind, number>> = {
  real: PORTS.real.bytes,
  complex: PORTS.complex.bytes,
};

/** The page of signals that a plan works on, again and again. */
export interface Page {
  /** Signals side by side, each with a state of its own. */
  signals: number;
  /** Samples of each signal in a page. */
  length: number;
  /** float32 [signal][length], complex samples as pairs. */
  input: GPUBuffer;
}

/**
 * A plan that works through signals page by page: what `encode` records takes the page in `input` as the one that follows the
 * last. Pages of any size give the same samples, but for rounding.
 */
export interface StreamPlan extends Stage {
  /** float32 [signal][outputs], complex samples as pairs. */
  readonly output: GPUBuffer;
  /** Samples of each signal in a page of the output. */
  readonly outputs: number;
  /** Forgets all pages before, for submissions to come: signals begin again from rest. */
  reset(): void;
  destroy(): void;
}

/** A block of a chain, before the size of its pages is known. */
export interface Block {
  /** Folder and stem of what it is, e.g. "fir/direct": names it in errors, timings and figures. */
  readonly label: string;
  readonly input: SampleKind;
  readonly output: SampleKind;
  /** Output samples for each `down` input samples. */
  readonly up: number;
  readonly down: number;
  /** Pages hold a multiple of so many input samples. */
  readonly multiple: number;
  /** Input samples by which the output is late: the group delay, where it is the same for all frequencies; else 0. */
  readonly delay: number;
  /** What becomes of a tag, its sample already moved by rate and delay: passed on unless said otherwise; `undefined` drops it. */
  tag?(tag: Tag): Tag | undefined;
  create(device: GPUDevice, page: Page): Promise<StreamPlan>;
}
