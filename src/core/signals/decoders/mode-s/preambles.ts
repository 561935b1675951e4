import envelope from "#shaders/signals/decoders/mode-s/lib/envelope.wgsl?raw";
import rawSample from "#shaders/signals/decoders/mode-s/lib/raw-sample.wgsl?raw";
import preamblesKernel from "#shaders/signals/decoders/mode-s/preambles.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { OFFSET_BLOCK, startsInBlock } from "./envelope.ts";
import { RAW_FORMATS, type RawPage } from "./raw-page.ts";
import { LEAST_DIP, LEAST_PULSE, LEAST_RATIO, type SearchGrid } from "./search.ts";

const GROUP = 256;
/** Starts per workgroup; fewer where the steps per sample do not divide it. */
const TILE = 512;

export interface PreamblesConfig extends Omit<RawPage, "write" | "destroy"> {
  grid: SearchGrid;
  /** vec2f [block]: subtracted from the block's samples. */
  offsets: GPUBuffer;
  /** Starts that the list holds. */
  capacity: number;
}

/** The steps at which a preamble may start. */
export interface Preambles extends Plan {
  /** u32 [start], in any order: block · {@link startsInBlock} a whole block + step. */
  readonly starts: GPUBuffer;
  /** u32: found starts, more than `capacity` if the list is too short; and a word for the candidates among them. */
  readonly counts: GPUBuffer;
}

/** What the kernels read of a search: constants of `lib/raw-sample` and `lib/envelope`, and buffers. */
export function envelopeInputs(
  memory: ReturnType<typeof allocate>,
  { grid, format, raw, page, offsets }: Omit<PreamblesConfig, "capacity">,
) {
  const { up, down, taps, reach, chips, offsetHz, sampleRateHz } = grid;
  // A tap turned by k samples mixes the signal to zero frequency. The phase of the whole changes, and magnitudes do not need it.
  const turned = taps.flatMap((phase) =>
    Array.from(phase).flatMap((tap, k) => {
      const angle = (-2 * Math.PI * offsetHz * (k - reach)) / sampleRateHz;
      return [tap * Math.cos(angle), tap * Math.sin(angle)];
    }),
  );
  return {
    constants: {
      FORMAT: RAW_FORMATS.indexOf(format),
      UP: up,
      DOWN: down,
      TAPS: taps[0].length,
      BLOCK: OFFSET_BLOCK,
      STRIDE: startsInBlock(grid, OFFSET_BLOCK),
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
    },
  };
}

export async function createPreambles(device: GPUDevice, config: PreamblesConfig): Promise<Preambles> {
  const { grid, capacity, blocks } = config;
  const { up, down, chips, taps } = grid;
  const memory = allocate(device);
  const starts = memory.storage("starts", 4 * capacity);
  const counts = memory.storage("counts", 8);
  const { constants, resources } = envelopeInputs(memory, config);
  const tile = TILE - (TILE % up);
  const span = tile + chips[14];
  const samples = Math.floor((span - 1) / up) * down + taps[0].length;
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/preambles",
    wgsl: [preamblesKernel, rawSample, envelope],
    constants: { ...constants, GROUP, TILE: tile, SPAN: span, SAMPLES: samples, CAPACITY: capacity },
    resources: { ...resources, starts, counts },
    groups: [Math.ceil(constants.STRIDE / tile), blocks],
    memory,
  });
  return {
    ...stage,
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(counts, 0, 4);
      stage.encode(encoder, timestampWrites);
    },
    starts,
    counts,
  };
}
