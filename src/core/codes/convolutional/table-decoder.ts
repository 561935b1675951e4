import tableDecoderKernel from "#shaders/codes/convolutional/table-decoder.wgsl?raw";
import codewordWindow from "#shaders/codes/lib/codeword-window.wgsl?raw";
import viterbiStep from "#shaders/codes/lib/viterbi-step.wgsl?raw";
import viterbiWindow from "#shaders/codes/lib/viterbi-window.wgsl?raw";
import { type Groups } from "../../gpu/kernel.ts";
import type { Scratch } from "../../gpu/owning.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { TAIL } from "./code.ts";
import { SURVIVOR_BYTES, windowMemory } from "./window-memory.ts";

export interface ViterbiTableDecoderConfig {
  /** The table of codewords, [codeword]. */
  rows: GPUBuffer;
  /**
   * WGSL texts with the type `Row` of the table, `fn firstWindowOf(row: Row) -> u32` (windows of all rows before it) and
   * `fn codewordOf(row: Row) -> Codeword`, as in `testing.ts`. A row without windows is not decoded.
   */
  row: readonly string[];
  /** A value for each `override` of those texts. */
  constants?: Readonly<Record<string, number>>;
  /** u32: the numbers of rows and of windows, at these places. */
  counts: GPUBuffer;
  places: { rows: number; windows: number };
  /** Workgroups to dispatch: one per {@link WINDOWS_PER_GROUP} windows; more or fewer work too. */
  groups: Groups;
  /** log p(1)/p(0) of the coded bits, f32 [stage][2], as in `ViterbiDecoderConfig`. What follows a tail is ignored. */
  llr: GPUBuffer;
  /** Most windows. */
  windows: number;
  /** Words of 32 information bits per window; a codeword's last window may have fewer. */
  windowWords: number;
  /** The largest overlap of any row. */
  overlap: number;
  /** Words of all codewords' information bits, at most. */
  words: number;
  /** Memory for the survivors. Default: its own. */
  scratch?: Scratch;
}

export interface ViterbiTableDecoder extends Plan {
  /**
   * Decided bits, u32 [word], LSB first; the unused bits of a codeword's last word are 0. Words between the codewords are
   * not written.
   */
  readonly decisions: GPUBuffer;
}

/** Windows that one workgroup decodes at a time. */
export const WINDOWS_PER_GROUP = 64;

/**
 * Viterbi decoder of terminated codewords that a table on the GPU lists, each with its own length and overlap. It uses
 * the algorithm of `createViterbiDecoder`.
 *
 * @throws RangeError when `windows`, `windowWords`, `overlap` or `words` is out of range.
 */
export async function createViterbiTableDecoder(
  device: GPUDevice,
  config: ViterbiTableDecoderConfig,
): Promise<ViterbiTableDecoder> {
  const label = "convolutional/table-decoder";
  const windows = checkedCount(label, "windows", config.windows);
  const words = checkedCount(label, "words", config.words);
  const windowWords = checkedCount(label, "windowWords", config.windowWords);
  const { rows, counts, llr, places, overlap } = config;
  const { capacity, bytes } = windowMemory(label, device, {
    group: WINDOWS_PER_GROUP,
    windows,
    stages: 32 * windowWords + Math.max(overlap, TAIL),
    overlap,
    stageBytes: SURVIVOR_BYTES,
  });
  const memory = allocate(device);
  const { scratch = memory } = config;
  const decisions = memory.storage("decisions", 4 * words);
  const stage = await createStage(device, {
    label,
    wgsl: [tableDecoderKernel, viterbiStep, codewordWindow, viterbiWindow, ...config.row],
    constants: {
      ...config.constants,
      GROUP: WINDOWS_PER_GROUP,
      WORDS: windowWords,
      CAPACITY: capacity,
      ROWS_AT: places.rows,
      WINDOWS_AT: places.windows,
    },
    resources: { rows, counts, llr, decisions, survivors: scratch.storage("survivors", bytes) },
    groups: config.groups,
    memory,
  });
  return { ...stage, decisions };
}
