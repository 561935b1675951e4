import type { Stage } from "../../gpu/timing.ts";
import type { UniformMemory } from "../../gpu/uniforms.ts";
import type { StreamBlock } from "../graph/block.ts";
import type { PortType } from "../graph/port.ts";
import type { Source } from "../run/source.ts";
import type { Tag } from "../graph/tag.ts";

/** What a block knows of its place in a graph. */
export interface Place {
  /** Items per second at each input, where a source names it; undefined elsewhere. */
  hz: Readonly<Record<string, number | undefined>>;
  /** Whether the block's output comes back to its input. A delay then breaks the cycle, and limits the page to its length. */
  isOnCycle: boolean;
}

/**
 * Makes a block from checked parameters.
 *
 * @throws RangeError for parameters that do not fit each other or the place. The message is shown at the block.
 */
export type BlockFactory<Parameters> = (parameters: Parameters, place: Place) => BlockInstance;

/** A block before the size of its pages is known: one of five kinds. */
export type BlockInstance = SampleBlock | ChainBlock | PlanBlock | SourceBlock | SinkBlock;

/** A rate that a block states for one of its inputs. It counts where no source names another one. */
export interface StatedRate {
  port: string;
  /** Items per second. */
  hz: number;
}

/** The type of a uniform of a block of one sample. */
export type UniformType = "f32" | "i32" | "u32" | "vec2f" | "vec2u" | "vec4f" | "vec4u";

/**
 * A block whose outputs at index n depend on its inputs at n only. It may have no inputs: a made signal. Neighbours
 * of this kind become one generated kernel. Vectors count by their elements: so the identity turns N items into a
 * vector of N.
 */
export interface SampleBlock {
  kind: "sample";
  /** Texts that the outputs need. Names are unique among all shaders, and equal texts are joined once. */
  wgsl: readonly string[];
  /** Names of its uniforms, with their types. */
  uniforms: Readonly<Record<string, UniformType>>;
  /**
   * Returns a WGSL expression for each output.
   *
   * @param inputs An expression for each input: f32, vec2f (complex), i32 (integer), u32 (bits). Zero if it is not connected.
   * @param uniforms An expression for each uniform.
   * @param index An expression for the element's index in the page, u32.
   */
  outputs(
    inputs: Readonly<Record<string, string>>,
    uniforms: Readonly<Record<string, string>>,
    index: string,
  ): Readonly<Record<string, string>>;
  /** Returns the uniforms for the page that begins at item `first` and has `length` items. Called once per page, in order. */
  values(page: { first: number; length: number }): Readonly<Record<string, number | readonly number[]>>;
  /** Whether `values` or `index` depend on the place in the signal. Then the block cannot follow a port whose count the GPU decides. */
  isIndexed?: boolean;
  /** Whether an output takes many operations, as noise does. Then a filter does not compute it for each of its reads. */
  isCostly?: boolean;
  /** Items per second of a block without inputs, if known. */
  hz?: number;
  states?: StatedRate;
  /** Number of items after which the signal ends, and the run with it. Default: never. */
  ends?: number;
  /** Begins again from rest. */
  reset?(): void;
  /** Takes new values of fields with `change: "set"`. */
  set?(parameters: never): void;
}

/** One input "in" and one output "out", through blocks of a chain. */
export interface ChainBlock {
  kind: "chain";
  /** The first one takes the type of "in"; the last one gives the type of "out". Vectors count by their elements. */
  blocks: readonly StreamBlock[];
  states?: StatedRate;
  /** Takes new values of fields with `change: "set"`, given the blocks' plans. */
  set?(parameters: never, plans: readonly { readonly label: string }[]): void;
}

/** Items of a port in GPU memory: one page. */
export interface Stream {
  buffer: GPUBuffer;
  /** Items in a page; the largest possible number where the GPU decides. */
  length: number;
  /** The number of items in this page, u32 at offset 0, where the GPU decides. Items beyond it are undefined. */
  count?: GPUBuffer;
}

/** Any number of inputs and outputs. */
export interface PlanBlock {
  kind: "plan";
  /** Items that each input takes at a firing. For a block without inputs, `hz` gives its rate. */
  consumes: Readonly<Record<string, number>>;
  /** Items that each output gives at a firing; or, where the GPU decides, the most that a page of firings can give. */
  produces: Readonly<Record<string, number | { most(firings: number): number }>>;
  /** A page has a multiple of this many firings. Default 1. */
  multiple?: number;
  /** Largest number of firings in a page, e.g. for a feedback of as many items. Default: no limit. */
  most?: number;
  /** Firings per second of a block without inputs, if known. */
  hz?: number;
  /** Number of firings after which the signal ends, and the run with it. Default: never. */
  ends?: number;
  /**
   * Inputs whose count the GPU may decide. The plan gets whole multiples of firings, and other items wait for the next
   * page. Outputs without a count get one from their rate. Default: none.
   */
  variableRates?: readonly string[];
  /** Delay of the outputs, in items of the first input. Tags move by it. Default 0. */
  delay?: number;
  /** Firings of zeros that follow the end of the signal, so that what the block holds comes out. Default 0. */
  after?: number;
  /** Changes a tag that passes, or drops it. */
  tag?(tag: Tag): Tag | undefined;
  /**
   * The plan has `places`: the GPU decides the number of items, and finds the places of tags among them. Other tags end where
   * the GPU decides.
   */
  placesTags?: true;
  /** The output in a page depends on earlier pages only, as a delay's does: a cycle may pass through this block. */
  breaksCycles?: boolean;
  create(device: GPUDevice, page: PlanPage): Promise<GraphPlan>;
}

export interface PlanPage {
  firings: number;
  inputs: Readonly<Record<string, Stream>>;
  /** Memory for uniforms that differ from page to page. */
  uniforms?: UniformMemory;
}

/** Most items of a page whose place among the outputs the GPU finds. */
export const MOST_PLACES = 1024;

/** Finds places of tags among items whose number the GPU decides. */
export interface TagPlaces {
  /**
   * u32 pairs [1 + MOST_PLACES]. The first one begins with the number of places. After the page, each other one is the number of
   * outputs since the beginning, low and high half, that come from items before the given one.
   */
  readonly buffer: GPUBuffer;
  /** Takes indices of items of the first input in the next page, in any order. */
  set(items: readonly number[]): void;
}

/** A block's kernels for pages of one size. `encode` records the same commands for each page, until `set` is called. */
export interface GraphPlan extends Stage {
  readonly outputs: Readonly<Record<string, Stream>>;
  /**
   * Prepares the page that begins at firing `first`; for uniforms that depend on the place. Called once per page, in
   * order. The signal, with the zeros after it, has `firings` of the page's firings: in its last page they may be fewer.
   */
  prepare?(page: { first: number; firings: number }): void;
  /** `prepare` changes uniforms in `PlanPage.uniforms` only. With other plans that prepare, each page is submitted alone. */
  preparesUniforms?: true;
  /** With `placesTags`. */
  places?: TagPlaces;
  /** With `breaksCycles`: takes in the page's inputs, after all blocks of the cycle. `encode` gives the outputs before. */
  absorb?: Stage;
  /** Begins again from rest. */
  reset(): void;
  set?(parameters: never): void;
  destroy(): void;
}

/** Items that the CPU brings: a recording, a radio, a pipe. It has one output, "out". */
export interface SourceBlock {
  kind: "source";
  type: PortType;
  /** Items per second, if known. */
  hz?: number;
  /** Who opens it: the page, the worker or the command that runs the graph, by this name. */
  needs: "recording" | "radio" | "microphone" | "pipe";
  /** What it is asked for, e.g. a file's name or a frequency in Hz. */
  request: Readonly<Record<string, unknown>>;
}

/**
 * Opens a graph's sources: the one for a block's request.
 *
 * @param from Index of the first item to deliver. It is not 0 when a run continues after a lost device. A live source
 * ignores it.
 */
export type OpenSource = (block: string, source: SourceBlock, from: number) => Promise<Source>;

/** Takes items of its inputs: a figure, a file, a loudspeaker, a counter. */
export interface SinkBlock {
  kind: "sink";
  /** Items that each input takes at a firing. */
  consumes: Readonly<Record<string, number>>;
  states?: StatedRate;
  multiple?: number;
  /** Inputs whose count the GPU may decide. */
  variableRates?: readonly string[];
  create(device: GPUDevice, page: PlanPage): Promise<SinkPlan>;
}

export interface SinkPlan extends Partial<Stage> {
  readonly label: string;
  /** What is fetched after each page; sizes are multiples of 4. */
  readonly reads: readonly { buffer: GPUBuffer; offset?: number; size: number }[];
  /** Returns the report on a page, or undefined if there is nothing new to show. */
  take(fetched: readonly ArrayBuffer[], page: SinkPage): Report | undefined;
  /**
   * Prepares a page. Called once per page, in order. Whole pages are alike; only at the end of the signal a page may have
   * fewer items. Where the GPU decides a count, it is the largest possible.
   */
  prepare?(page: Pick<SinkPage, "inputs">): void;
  reset(): void;
  set?(parameters: never): void;
  destroy(): void;
}

/** A page at a sink's inputs. */
export interface SinkPage {
  /** Index of its first item, and number of items, for each input; a last page may be short. */
  inputs: Readonly<Record<string, { first: number; count: number; hz?: number }>>;
  /** Tags of the first input's items. */
  tags: readonly Tag[];
  /** Whether the sources have ended. */
  isLast: boolean;
}

/** What a sink reports. The figures of the page, the files of a command and the tests read it. A clone can cross a worker. */
export type Report =
  /**
   * `rows` of equal length: dB over frequency, the newest last, one after each `rowItems` items. `from` and `to` in Hz, or
   * cycles per sample.
   */
  | {
      kind: "spectrum" | "waterfall";
      rows: Float32Array<ArrayBuffer>[];
      rowItems: number;
      from: number;
      to: number;
      hz?: number;
      /** What differs from the signal, in a sentence. */
      note?: string;
    }
  /** One curve per input. */
  | {
      kind: "time";
      curves: { name: string; type: PortType; values: Float32Array<ArrayBuffer> }[];
      first: number;
      hz?: number;
      tags: readonly Tag[];
      note?: string;
    }
  | { kind: "constellation"; points: Float32Array<ArrayBuffer>; note?: string }
  /** `traces` of equal length, one after another, over `symbols` symbols. */
  | { kind: "eye"; traces: Float32Array<ArrayBuffer>; length: number; symbols: number; note?: string }
  | { kind: "histogram"; counts: Float64Array<ArrayBuffer>; from: number; to: number; note?: string }
  | { kind: "number"; value: number; unit: string; note?: string }
  /** Audio, interleaved channels. */
  | { kind: "audio"; samples: Float32Array<ArrayBuffer>; channels: number; hz: number; note?: string }
  /** The items themselves, for a file or a test. */
  | {
      kind: "items";
      type: PortType;
      vector: number;
      /** Integers may have fewer bits than on the GPU, as a file wants them. */
      items:
        | Float32Array<ArrayBuffer>
        | Int32Array<ArrayBuffer>
        | Int16Array<ArrayBuffer>
        | Int8Array<ArrayBuffer>
        | Uint32Array<ArrayBuffer>;
      hz?: number;
      tags: readonly Tag[];
    }
  | {
      kind: "frames";
      frames: {
        time: number;
        bytes: Uint8Array<ArrayBuffer>;
        facts: Readonly<Record<string, string | number | boolean>>;
      }[];
    }
  | { kind: "errors"; bits: number; errors: number; ci95: readonly [number, number] };

/**
 * A block in float64, with state: each call continues the signal. It gets and returns whole arrays: complex items as
 * pairs, bits and integers as numbers, frames as their words.
 *
 * @param firings Number of firings, of a block of one sample: items. A block without inputs gives as much.
 */
export type Float64Block = (
  inputs: Readonly<Record<string, Float64Array>>,
  firings: number,
) => Readonly<Record<string, Float64Array>>;

export type Float64Factory<Parameters> = (parameters: Parameters, place: Place) => Float64Block;
