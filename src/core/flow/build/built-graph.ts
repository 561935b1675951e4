import type { CheckedBlock } from "../graph/checked-graph.ts";
import type { Ends } from "../graph/instant.ts";
import type { PortType } from "../graph/port.ts";
import type { Stage } from "../../gpu/timing.ts";
import type { PageUniforms } from "../../gpu/uniforms.ts";
import type { SinkPlan, Stream, TagPlaces } from "./block-factory.ts";
import type { PageSizes } from "./page-sizes.ts";

/** A graph's kernels and buffers for pages of one size. */
export interface BuiltGraph {
  /** In the order of their work. */
  stages: readonly BuiltStage[];
  /** By their blocks. */
  sources: ReadonlyMap<string, BuiltSource>;
  sinks: readonly BuiltSink[];
  sizes: PageSizes;
  /** Uniforms that differ from page to page. */
  uniforms: PageUniforms;
  /** The connected component of each block. */
  components: ReadonlyMap<string, number>;
  /** By their blocks: what finds places of tags on the GPU. */
  placing: ReadonlyMap<string, TagPlaces>;
  /** Most pages that may be submitted together. */
  together: number;
  /** Gives a block its new parameters; undefined if it takes none while it runs. */
  setters: ReadonlyMap<string, (parameters: never) => void>;
  destroy(): void;
}

/** Work of one or several blocks. It records the same commands for each page, until parameters change. */
export interface BuiltStage extends Stage {
  blocks: readonly string[];
  /** Prepares a page. Called once per page, in order. */
  prepare?(page: number, ends: Ends | undefined): void;
}

/** The page that a source fills. */
export interface BuiltSource {
  type: PortType;
  stream: Stream;
}

export interface BuiltSink {
  block: CheckedBlock;
  plan: SinkPlan;
  /** The connected inputs. */
  inputs: readonly { port: string; from: string; stream: Stream; hz?: number }[];
}
