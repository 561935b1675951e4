import { owning } from "../gpu/owning.ts";
import { clear } from "../gpu/submit.ts";
import { sequence, type Plan } from "../gpu/timing.ts";
import { SAMPLE_BYTES } from "../flow/graph/block.ts";
import { type ChunkEndsConfig, createChunkEnds } from "./chunk-ends.ts";
import { createChunkStarts, rowItems } from "./chunk-starts.ts";
import { FOUR_BYTES, foursOf, packFours, complexPower } from "./poles.ts";

/** The initial states of a filter's poles for each chunk of a page; `lib/chunk-starts.wgsl` combines both buffers. */
export interface ChunkStates extends Plan {
  /** Initial state of each chunk, from rest at the start of its piece, float32
   * [signal][chunk][four poles][part of a sample][re, im][4].
   */
  readonly starts: GPUBuffer;
  /** State at the start of each piece, [signal][piece][…]; zeros for a single piece, whose `starts` are complete. */
  readonly pieces: GPUBuffer;
  /** Poles to the power of the samples from the start of a piece to the start of a chunk, [four][chunk of a piece][re, im][4]. */
  readonly reach: GPUBuffer;
  /** Chunks per signal. */
  readonly chunks: number;
  /** Resets to rest, for later submissions. */
  reset(): void;
}

/**
 * Computes the states of a filter's poles through a page, and keeps them for the next page.
 *
 * @throws RangeError for a size out of its range: pages hold up to 65,536 chunks of a signal, 16,384 in compatibility mode.
 */
export function createChunkStates(device: GPUDevice, config: ChunkEndsConfig): Promise<ChunkStates> {
  return owning(device, async ({ memory, keep }) => {
    const { label = "iir/chunk-states", kind, signals, length, poles, chunk } = config;
    const row = rowItems(device);
    if (length > chunk * row ** 2) {
      throw new RangeError(`${label}: length must be at most ${chunk * row ** 2}, got ${length}`);
    }
    const ends = await keep(createChunkEnds(device, { ...config, label }));
    const { chunks } = ends;
    const rows = Math.ceil(chunks / row);
    const stateBytes = (signals * foursOf(poles) * FOUR_BYTES * SAMPLE_BYTES[kind]) / 4;
    const pieces = memory.storage(`${label}, pieces' states`, rows * stateBytes);
    const state = memory.storage(`${label}, state`, stateBytes);
    const places = Array.from({ length: row }, (_, i) => poles.map((pole) => complexPower(pole, i * chunk)));
    const starts = (items: number, span: number, states: GPUBuffer, totals: GPUBuffer) =>
      keep(
        createChunkStarts(device, {
          label,
          kind,
          poles,
          signals,
          items,
          span,
          lastSpan: length - (items - 1) * span,
          states,
          totals,
          carried: totals === state,
        }),
      );
    // A single piece needs no second level: it starts with the state.
    const stages = [ends, await starts(chunks, chunk, ends.ends, rows > 1 ? pieces : state)];
    if (rows > 1) stages.push(await starts(rows, chunk * row, pieces, state));
    const reset = () => clear(device, label, [state, pieces]);
    reset();
    const reach = memory.constant(`${label}, reach`, packFours(places));
    return { ...sequence(label, stages), starts: ends.ends, pieces, reach, chunks, reset };
  });
}
