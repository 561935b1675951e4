import chunkEndsKernel from "#shaders/iir/chunk-ends.wgsl?raw";
import polesLibrary from "#shaders/iir/lib/poles.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { type Page, SAMPLE_BYTES, type SampleKind } from "../flow/graph/block.ts";
import type { Complex } from "../filter-design/complex.ts";
import { FOUR_BYTES, foursOf, packFours, complexPower } from "./poles.ts";

const GROUP = 64;
/** Chunks are multiples of this many numbers: real samples, or parts of complex ones. */
const STEP = 512;

export interface ChunkEndsConfig extends Page {
  /** Name of the plan, for errors, e.g. "iir/parallel". */
  label?: string;
  kind: SampleKind;
  /** One of each conjugate pair. */
  poles: readonly Complex[];
  /** Samples per chunk: a multiple of 512, or of 256 complex ones. */
  chunk: number;
}

export interface ChunkEnds extends Plan {
  /** w at the end of each chunk, float32 [signal][chunk][four poles][part of a sample][re, im][4]. */
  readonly ends: GPUBuffer;
  /** Chunks per signal; the last one may be shorter. */
  readonly chunks: number;
}

/**
 * The states w[n] = p·w[n−1] + x[n] of a filter's poles at the end of each chunk of a page, from rest at its start.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createChunkEnds(device: GPUDevice, config: ChunkEndsConfig): Promise<ChunkEnds> {
  const { label = "iir/chunk-ends", kind, signals, length, input, poles, chunk } = config;
  checkedCount(label, "signals", signals);
  checkedCount(label, "length", length);
  const width = SAMPLE_BYTES[kind] / 4;
  if (!(chunk > 0) || chunk % (STEP / width)) {
    throw new RangeError(`${label}: chunk must be a positive multiple of ${STEP / width}, got ${chunk}`);
  }
  const fours = foursOf(poles);
  const chunks = Math.ceil(length / chunk);
  const memory = allocate(device);
  const ends = memory.storage(`${label}, chunk states`, signals * chunks * fours * width * FOUR_BYTES);
  const places = GROUP / width;
  const shifts = Array.from({ length: places }, (_, place) =>
    poles.map((pole) => complexPower(pole, places - 1 - place)),
  );
  const groups = gridOf(device, signals * chunks);
  const stage = await createStage(device, {
    label: "iir/chunk-ends",
    wgsl: [chunkEndsKernel, polesLibrary],
    constants: { GROUP, WIDTH: width },
    resources: {
      input,
      leaps: memory.constant(`${label}, leaps`, packFours([poles.map((pole) => complexPower(pole, places))])),
      shifts: memory.constant(`${label}, shifts`, packFours(shifts)),
      ends,
      params: { signals, length, chunk, chunks, fours },
    },
    groups,
    memory,
  });
  return { ...stage, label, ends, chunks };
}
