import preamblesKernel from "#shaders/signals/decoders/mode-s/preambles.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { groupOf } from "../../../gpu/rows.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { OFFSET_BLOCK, startsInBlock } from "./envelope.ts";
import { RAW_SAMPLE } from "../../../capture/raw-page.ts";
import { RAW_FORMATS } from "../../../capture/raw-samples.ts";
import type { PageOfBlocks } from "./block-offsets.ts";
import { LEAST_DIP, LEAST_PULSE, LEAST_RATIO, type SearchGrid } from "./search.ts";

const MOST_GROUP = 256;
/** Steps per workgroup, as many as the kernel has marks for; fewer where the steps per sample do not divide it. */
const TILE = 512;

export interface PreamblesConfig extends Omit<PageOfBlocks, "reach"> {
  grid: SearchGrid;
  /** vec2f [block]: subtracted from the block's samples. */
  offsets: GPUBuffer;
  /** Starts that the list holds. */
  capacity: number;
}

export interface Preambles extends Plan {
  /** f32 [block][step]: the envelope, {@link startsInBlock} and `grid.steps` more steps of each block. */
  readonly magnitudes: GPUBuffer;
  /**
   * u32 [start]: block · {@link startsInBlock} a whole block + step. A run of them, of which `runs` tells, is in ascending order. From
   * `capacity` on there is room for another word per start.
   */
  readonly starts: GPUBuffer;
  /** vec2u [run], in ascending order of their starts: the place of the first one in `starts`, and their number. */
  readonly runs: GPUBuffer;
  /**
   * u32: found starts, more than `capacity` if the list is too short; a word for the candidates among them; and the page's own float32
   * samples that hold a NaN or an infinity.
   */
  readonly counts: GPUBuffer;
}

/** The envelope of a page, and the steps at which a preamble may start. */
export async function createPreambles(device: GPUDevice, config: PreamblesConfig): Promise<Preambles> {
  const GROUP = groupOf(device, MOST_GROUP);
  const { grid, capacity, blocks, format, raw, page, offsets } = config;
  const { up, down, chips, taps, reach, steps, offsetHz, sampleRateHz } = grid;
  const memory = allocate(device);
  const starts = memory.storage("starts", 8 * capacity);
  const counts = memory.storage("counts", 12);
  const stride = startsInBlock(grid, OFFSET_BLOCK);
  const magnitudes = memory.storage("magnitudes", 4 * blocks * (stride + steps));
  // A tap turned by k samples mixes the signal to zero frequency. The phase of the whole changes, and magnitudes do not need it.
  const turned = taps.flatMap((phase) =>
    Array.from(phase).flatMap((tap, k) => {
      const angle = (-2 * Math.PI * offsetHz * (k - reach)) / sampleRateHz;
      return [tap * Math.cos(angle), tap * Math.sin(angle)];
    }),
  );
  const tile = TILE - (TILE % up);
  const span = tile + chips[14];
  const tiles = Math.ceil((stride + steps) / tile);
  const runs = memory.storage("runs", 8 * blocks * tiles);
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/preambles",
    wgsl: [preamblesKernel, ...RAW_SAMPLE],
    constants: {
      GROUP,
      FORMAT: RAW_FORMATS.indexOf(format),
      UP: up,
      DOWN: down,
      TAPS: taps[0].length,
      BLOCK: OFFSET_BLOCK,
      STRIDE: stride,
      REST: steps,
      TILE: tile,
      SPAN: span,
      SAMPLES: Math.floor((span - 1) / up) * down + taps[0].length,
      CAPACITY: capacity,
      TILES: tiles,
      LEAST_RATIO,
      LEAST_DIP,
      LEAST_PULSE,
    },
    resources: {
      raw,
      page,
      offsets,
      taps: memory.constant("taps", Float32Array.from(turned)),
      chips: memory.constant("chips", Uint32Array.from(chips)),
      magnitudes,
      starts,
      counts,
      runs,
    },
    groups: [tiles, blocks],
    memory,
  });
  return {
    ...stage,
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(counts, 0, 4);
      encoder.clearBuffer(counts, 8, 4);
      encoder.clearBuffer(runs);
      stage.encode(encoder, timestampWrites);
    },
    magnitudes,
    starts,
    runs,
    counts,
  };
}
