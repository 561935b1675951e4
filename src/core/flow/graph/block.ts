import type { Plan } from "../../gpu/timing.ts";
import type { SampleBlock } from "../build/block-factory.ts";
import type { Joinable } from "../build/joined-page.ts";
import { PORTS, type PortType } from "./port.ts";
import type { Tag } from "./tag.ts";

/** The type of samples: float32 numbers, or pairs of them. */
export type SampleKind = Extract<PortType, "real" | "complex">;

export const SAMPLE_BYTES: Readonly<Record<SampleKind, number>> = {
  real: PORTS.real.bytes,
  complex: PORTS.complex.bytes,
};

/** The shape of the pages that a plan processes. */
export interface Page {
  /** Number of parallel signals, each with its own state. */
  signals: number;
  /** Samples of each signal in a page. */
  length: number;
  /** float32 [signal][length], complex samples as pairs. */
  input: GPUBuffer;
}

/**
 * A plan that processes signals page by page. `encode` treats the page in `input` as the continuation of the previous
 * one. Pages of any size give the same samples, up to rounding.
 */
export interface StreamPlan extends Plan {
  /** float32 [signal][outputs], complex samples as pairs. */
  readonly output: GPUBuffer;
  /** Samples of each signal in a page of the output. */
  readonly outputs: number;
  /** Clears the state for later submissions: signals begin again from rest. */
  reset(): void;
}

/** A block of a chain, before the size of its pages is known. */
export type StreamBlock = Block | OneSampleBlock;

interface StreamBlockShape {
  /** Folder and stem, e.g. "fir/direct". They name the block in errors, timings and figures. */
  readonly label: string;
  readonly input: SampleKind;
  readonly output: SampleKind;
  /** Output samples for each `down` input samples. */
  readonly up: number;
  readonly down: number;
  /** The number of input samples in a page is a multiple of this. */
  readonly multiple: number;
  /** Delay of the output in input samples: the group delay if it is equal at all frequencies, else 0. */
  readonly delay: number;
  /**
   * Changes a tag whose sample has already been moved by rate and delay. By default the tag passes unchanged;
   * `undefined` drops it.
   */
  tag?(tag: Tag): Tag | undefined;
}

/** A block with its own kernels. */
export interface Block extends StreamBlockShape {
  readonly sample?: undefined;
  create(device: GPUDevice, page: Page): Promise<StreamPlan>;
  /** Of a block whose kernel can compute blocks of one sample where it reads its samples or writes its outputs. */
  readonly joinable?: Joinable;
}

/** A block whose output depends on its input at the same index only: a part of a generated kernel. */
export interface OneSampleBlock extends StreamBlockShape {
  /** Its input is "in", and its output is "out". */
  readonly sample: SampleBlock;
  readonly joinable?: undefined;
}

/** Returns a block of one sample for chains. @param kinds Of its input and output. */
export const oneSampleBlock = (
  label: string,
  sample: SampleBlock,
  kinds: Pick<StreamBlockShape, "input" | "output">,
): OneSampleBlock => ({ label, ...kinds, up: 1, down: 1, multiple: 1, delay: 0, sample });
