import symbolsKernel from "#shaders/blocks/synchronization/synchronized-symbols.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import recentSample from "#shaders/blocks/lib/recent-sample.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import symbolInstants from "#shaders/blocks/lib/symbol-instants.wgsl?raw";
import { SAMPLE_BYTES, type SampleKind } from "../../flow/graph/block.ts";
import { allocate } from "../../gpu/pool.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { MatchedFilter } from "./symbol-synchronizer.ts";

/** Samples per tile. */
const MOST_GROUP = 256;

export interface SynchronizedSymbolsConfig {
  kind: SampleKind;
  /** Samples, at most `length`, and their number, u32 at offset 0. */
  x: GPUBuffer;
  count: GPUBuffer;
  length: number;
  /** The `history` samples before them. */
  recent: GPUBuffer;
  history: number;
  /** Samples from a symbol to the position that finds it. */
  delay: number;
  /** What the synchronizer finds: samples so far, positions, and the number of symbols before each tile. */
  seen: GPUBuffer;
  positions: GPUBuffer;
  tiles: GPUBuffer;
  /** Most symbols of a page. */
  most: number;
  /** Without one, the symbols are interpolated. */
  matched?: MatchedFilter;
}

/** The symbols at the instants that a synchronizer finds. */
export interface SynchronizedSymbols extends Plan {
  readonly symbols: GPUBuffer;
}

export async function createSynchronizedSymbols(
  device: GPUDevice,
  { kind, length, history, delay, most, matched, ...resources }: SynchronizedSymbolsConfig,
): Promise<SynchronizedSymbols> {
  const GROUP = groupOf(device, MOST_GROUP);
  const memory = allocate(device);
  const symbols = memory.storage("symbols", SAMPLE_BYTES[kind] * most);
  const taps = memory.constant("taps", Float32Array.from(matched?.taps ?? [0]));
  const stage = await createStage(device, {
    label: "blocks/synchronization/synchronized-symbols",
    wgsl: [symbolsKernel, recentSample, finite, symbolInstants, prefixSum],
    constants: {
      GROUP,
      WORDS: SAMPLE_BYTES[kind] / 4,
      DELAY: delay,
      HISTORY: history,
      ARM: matched?.length ?? 0,
      PHASES: matched?.phases ?? 1,
    },
    resources: { ...resources, taps, y: symbols },
    groups: gridOf(device, Math.ceil((length + 1) / GROUP)),
    memory,
  });
  return { ...stage, symbols };
}
