import complex from "#shaders/lib/complex.wgsl?raw";
import viterbiKernel from "#shaders/adaptive/sequence/viterbi.wgsl?raw";
import { owning } from "../../gpu/owning.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { createTraceback } from "./traceback.ts";

/** Most states M^L. */
export const MOST_STATES = 1024;
/** Most invocations of a workgroup, and those that small trellises share a workgroup with. */
const [MOST_LANES, SHARED_LANES] = [256, 64];

export interface ViterbiConfig {
  /** Symbols after which a decision is taken, 0 to 1024. 0: at the packet's end. */
  traceback: number;
}

export interface ViterbiEqualizer extends Pick<Plan, "label" | "encode" | "destroy">, EqualizedBatch {}

/** Returns the states of a trellis: a channel with one tap has the memory 1 too. */
export const statesOf = (size: number, tapCount: number): number => size ** Math.max(1, tapCount - 1);

/** Returns the bytes of survivors per packet: the largest buffer of a batch. */
export const survivorBytes = (size: number, tapCount: number, symbols: number): number =>
  4 * Math.ceil(statesOf(size, tapCount) / 4) * (symbols + Math.max(1, tapCount - 1));

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
  const choices = decisions.labelOf.length;
  const states = statesOf(choices, tapCount);
  const depth = checkedInteger(label, "traceback", config.traceback, 0, 1024);
  if (batch.samplesPerSymbol !== 1) throw new RangeError(`${label}: needs one sample per symbol, got 2`);
  if (states > MOST_STATES) throw new RangeError(`${label}: at most ${MOST_STATES} states, got ${states}`);
  const memory = Math.max(1, tapCount - 1);
  const lanes = Math.min(MOST_LANES, states);
  const rows = Math.max(1, Math.floor(SHARED_LANES / lanes));
  const trellis = `const STATES = ${states}u;\nconst CHOICES = ${choices}u;\nconst MEMORY = ${memory}u;\n`;
  const lengths = `const LANES = ${lanes}u;\nconst ROWS = ${rows}u;\nconst OWNED = ${Math.ceil(states / lanes)}u;\n`;
  return owning(device, async ({ memory: buffers, stage, keep }) => {
    const survivors = buffers.storage("survivors", packets * survivorBytes(choices, tapCount, symbols));
    const best = buffers.storage("best states", depth > 0 ? 4 * packets * (symbols + memory) : 4);
    const estimates = buffers.storage("estimates", 8 * symbols * packets);
    const points = buffers.constant("points", decisions.points);
    const params = { packets, symbols, guard };
    const forward = await stage({
      label,
      wgsl: [viterbiKernel, complex, trellis + lengths],
      constants: { OWN: Number(hasOwnTaps), TAPS: tapCount, BEST: Number(depth > 0) },
      resources: { received, labels, points, taps, survivors, best, params },
      groups: [Math.ceil(packets / rows), 1],
    });
    const backward = await keep(createTraceback(device, batch, { trellis, points, survivors, best, depth, estimates }));
    return {
      label,
      estimates,
      encode(encoder: GPUCommandEncoder) {
        forward.encode(encoder);
        backward.encode(encoder);
      },
    };
  });
}
