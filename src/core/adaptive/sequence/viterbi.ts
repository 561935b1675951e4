import complex from "#shaders/lib/complex.wgsl?raw";
import trellisKernel from "#shaders/adaptive/lib/trellis.wgsl?raw";
import viterbiKernel from "#shaders/adaptive/sequence/viterbi.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { owning } from "../../gpu/owning.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { createTraceback } from "./traceback.ts";
import { memoryOf, statesOf, trellisOf } from "./trellis.ts";

export interface ViterbiConfig {
  /** Symbols after which a decision is taken, 0 to 1024. 0: at the packet's end. */
  traceback: number;
}

export interface ViterbiEqualizer extends Plan, EqualizedBatch {}

/** Returns the bytes of survivors per packet: the largest buffer of a batch. */
export const survivorBytes = (size: number, tapCount: number, symbols: number): number =>
  4 * statesOf(size, tapCount) * Math.ceil((symbols + memoryOf(tapCount)) / Math.floor(32 / Math.log2(size)));

/**
 * Creates maximum-likelihood sequence estimation. Source: G. D. Forney, “Maximum-likelihood sequence estimation of digital sequences in
 * the presence of intersymbol interference”, IEEE Trans. Information Theory 18 (1972).
 *
 * @throws RangeError when the trellis has more than 1024 states, or the channel has two samples per symbol.
 */
export async function createViterbiEqualizer(
  device: GPUDevice,
  batch: ReceivedBatch,
  decisions: DecisionTables,
  config: ViterbiConfig,
): Promise<ViterbiEqualizer> {
  const label = "adaptive/viterbi";
  const { packets, symbols, guard, received, labels, taps, hasOwnTaps, tapCount } = batch;
  const depth = checkedInteger(label, "traceback", config.traceback, 0, 1024);
  const { choices, memory, rows, trellis, division } = trellisOf(label, batch, decisions, depth > 0);
  return owning(device, async ({ memory: buffers, stage, keep }) => {
    const survivors = buffers.storage("survivors", packets * survivorBytes(choices, tapCount, symbols));
    const best = buffers.storage("best states", depth > 0 ? 4 * packets * (symbols + memory) : 4);
    const estimates = buffers.storage("estimates", 8 * symbols * packets);
    const points = buffers.constant("points", decisions.points);
    const params = { packets, symbols, guard };
    const forward = await stage({
      label,
      wgsl: [viterbiKernel, complex, sent, trellisKernel, trellis + division],
      constants: { OWN: Number(hasOwnTaps), TAPS: tapCount, BEST: Number(depth > 0) },
      resources: { received, labels, points, taps, survivors, best, params },
      groups: [Math.ceil(packets / rows), 1],
    });
    const backward = await keep(createTraceback(device, batch, { trellis, points, survivors, best, depth, estimates }));
    return { ...sequence(label, [forward, backward]), estimates };
  });
}
