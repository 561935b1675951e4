import tracebackKernel from "#shaders/adaptive/sequence/traceback.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";

export interface TracebackConfig {
  /** The WGSL constants STATES, CHOICES, BITS and MEMORY of the trellis. */
  trellis: string;
  /** Complex f32, by label. */
  points: GPUBuffer;
  /** u32 [packet][⌈(K + L)/P⌉][STATES]: the symbols that left a state, P = ⌊32/log2 M⌋ instants per word. */
  survivors: GPUBuffer;
  /** u32 [packet][K + L]: the best state of each instant, if `depth` is above 0. */
  best: GPUBuffer;
  /** Symbols after which a decision is taken. 0: at the packet's end. */
  depth: number;
  /** Output: complex f32, [symbol][packet]. */
  estimates: GPUBuffer;
}

const GROUP = 32;
/** Workgroups along y; the rest is along z. */
const ROWS = 32_768;

/** Creates the second half of the Viterbi algorithm: the symbols along the best paths. */
export function createTraceback(
  device: GPUDevice,
  { packets, symbols, guard, labels }: ReceivedBatch,
  { trellis, points, survivors, best, depth, estimates }: TracebackConfig,
): Promise<Plan> {
  return createStage(device, {
    label: "adaptive/traceback",
    wgsl: [tracebackKernel, sent, trellis],
    constants: { GROUP, DEPTH: depth },
    resources: { labels, points, survivors, best, estimates, params: { packets, symbols, guard } },
    groups:
      depth === 0
        ? [Math.ceil(packets / GROUP), 1]
        : [Math.ceil(packets / GROUP), Math.min(symbols, ROWS), Math.ceil(symbols / ROWS)],
  });
}
