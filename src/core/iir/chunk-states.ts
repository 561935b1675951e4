import { allocate } from "../gpu/pool.ts";
import { fill } from "../gpu/submit.ts";
import { type Stage, sequence } from "../gpu/timing.ts";
import { SAMPLE_BYTES } from "../flow/block.ts";
import { type ChunkEndsConfig, createChunkEnds } from "./chunk-ends.ts";
import { createChunkStarts, ROW_ITEMS } from "./chunk-starts.ts";
import { FOUR_BYTES, foursOf, packFours, power } from "./poles.ts";

/** In what states of its poles a filter begins each chunk of a page; `lib/chunk-starts.wgsl` puts both buffers together. */
export interface ChunkStates extends Stage {
  /**
   * What each chunk begins with, from rest at the beginning of a piece of 256 of them, float32
   * [signal][chunk][four poles][part of a sample][re, im][4].
   */
  readonly starts: GPUBuffer;
  /** At the beginning of each piece, [signal][piece][…]; zeros where there is one piece, whose `starts` are all. */
  readonly pieces: GPUBuffer;
  /** Poles to the power of the samples from a piece's beginning to a chunk's, [four][256][re, im][4]. */
  readonly reach: GPUBuffer;
  /** Chunks of a signal. */
  readonly chunks: number;
  /** Rest, for submissions to come. */
  reset(): void;
  destroy(): void;
}

/**
 * Follows the states of a filter's poles through a page, and on to the next one.
 *
 * @throws RangeError for a size out of its range: pages hold up to 65,536 chunks of a signal.
 */
export async function createChunkStates(device: GPUDevice, config: ChunkEndsConfig): Promise<ChunkStates> {
  const { label = "iir/chunk-states", kind, signals, length, poles, chunk } = config;
  if (length > chunk * ROW_ITEMS ** 2) {
    throw new RangeError(`${label}: length must be at most ${chunk * ROW_ITEMS ** 2}, got ${length}`);
  }
  const ends = await createChunkEnds(device, { ...config, label });
  const { chunks } = ends;
  const rows = Math.ceil(chunks / ROW_ITEMS);
  const memory = allocate(device);
  const stateBytes = (signals * foursOf(poles) * FOUR_BYTES * SAMPLE_BYTES[kind]) / 4;
  const pieces = memory.storage(`${label}, pieces' states`, rows * stateBytes);
  const state = memory.storage(`${label}, state`, stateBytes);
  const places = Array.from({ length: ROW_ITEMS }, (_, i) => poles.map((pole) => power(pole, i * chunk)));
  const scan = { label, kind, poles, signals };
  const within = await createChunkStarts(device, {
    ...scan,
    items: chunks,
    span: chunk,
    lastSpan: length - (chunks - 1) * chunk,
    states: ends.ends,
    // Pieces are nothing where there is one alone: it begins with the state itself.
    totals: rows > 1 ? pieces : state,
    carried: rows === 1,
  });
  const stages = [ends, within];
  if (rows > 1) {
    const span = chunk * ROW_ITEMS;
    const between = await createChunkStarts(device, {
      ...scan,
      items: rows,
      span,
      lastSpan: length - (rows - 1) * span,
      states: pieces,
      totals: state,
      carried: true,
    });
    stages.push(between);
  }
  const reset = () => {
    const encoder = device.createCommandEncoder({ label });
    encoder.clearBuffer(state);
    encoder.clearBuffer(pieces);
    fill(device, encoder, [state, pieces]);
  };
  reset();
  return {
    ...sequence(label, stages),
    starts: ends.ends,
    pieces,
    reach: memory.constant(`${label}, reach`, packFours(places)),
    chunks,
    reset,
    destroy() {
      for (const plan of stages) plan.destroy();
      memory.release();
    },
  };
}
