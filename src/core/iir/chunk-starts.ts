import chunkStartsKernel from "#shaders/iir/chunk-starts.wgsl?raw";
import poleScan from "#shaders/iir/lib/pole-scan.wgsl?raw";
import polesLibrary from "#shaders/iir/lib/poles.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf, groupOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { SAMPLE_BYTES, type SampleKind } from "../flow/graph/block.ts";
import type { Complex } from "../filter-design/complex.ts";
import { foursOf, packFours, complexPower, prefixPowers } from "./poles.ts";

/** Returns the most items per row: a power of two. */
export const rowItems = (device: Pick<GPUDevice, "limits">) => groupOf(device, 256);
/** Up to this many items, a smaller workgroup suffices. */
const FEW_ITEMS = 32;

export interface ChunkStartsConfig {
  /** Name of the plan, for errors, e.g. "iir/parallel". */
  label?: string;
  kind: SampleKind;
  poles: readonly Complex[];
  signals: number;
  /** Items per signal: chunks, or rows of chunks. */
  items: number;
  /** Samples of an item, */
  span: number;
  /** and of a signal's last one. */
  lastSpan: number;
  /** States at the ends of items, float32 [signal][item][four poles][part of a sample][re, im][4]; afterwards at their beginnings. */
  states: GPUBuffer;
  /** States at the ends of rows, float32 [signal][row][…] as `states`. */
  totals: GPUBuffer;
  /** True if a row starts from `totals`, false if from rest. */
  carried: boolean;
}

export interface ChunkStarts extends Plan {}

/**
 * Computes the initial states of items from the states that they reach from rest, by a prefix sum along each row of {@link rowItems} items.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createChunkStarts(device: GPUDevice, config: ChunkStartsConfig): Promise<ChunkStarts> {
  const { label = "iir/chunk-starts", kind, poles, signals, items, span, lastSpan, states, totals, carried } = config;
  checkedCount(label, "signals", signals);
  checkedCount(label, "items", items);
  const parts = SAMPLE_BYTES[kind] / 4;
  const fours = foursOf(poles);
  const row = rowItems(device);
  const group = items <= FEW_ITEMS ? FEW_ITEMS : row;
  const memory = allocate(device);
  const spans = [span, lastSpan].map((samples) => poles.map((pole) => complexPower(pole, samples)));
  const groups = gridOf(device, signals * Math.ceil(items / row) * fours * parts);
  const stage = await createStage(device, {
    label: "iir/chunk-starts",
    wgsl: [chunkStartsKernel, polesLibrary, poleScan],
    constants: { GROUP: group, WIDTH: 1, PARTS: parts, CARRIED: Number(carried) },
    resources: {
      states,
      totals,
      powers: memory.constant(`${label}, powers of a row`, prefixPowers(poles, span, group)),
      spans: memory.constant(`${label}, spans`, packFours(spans)),
      params: { signals, items, fours },
    },
    groups,
    memory,
  });
  return { ...stage, label };
}
