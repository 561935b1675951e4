import complex from "#shaders/lib/complex.wgsl?raw";
import decision from "#shaders/adaptive/lib/decision.wgsl?raw";
import errorsKernel from "#shaders/adaptive/counting/errors.wgsl?raw";
import packetCounts from "#shaders/adaptive/lib/packet-counts.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";

/** One in the fixed-point errors. */
export const ERROR_ONE = 2 ** 20;

/** Rows of `counts`. */
export const PACKET_COUNTS = ["errors", "symbolErrors", "diverged", "steadyError"] as const;

export interface EqualizerErrorsConfig
  extends Pick<ReceivedBatch, "packets" | "symbols" | "guard" | "labels">, Pick<EqualizedBatch, "estimates"> {
  /** T: symbols before this one do not count. */
  training: number;
  decisions: DecisionTables;
  /** f32 [packet] or [1]: estimates are divided by it before decisions. */
  scales?: GPUBuffer;
  /** True: a scale per packet. Default false. */
  hasOwnScales?: boolean;
  /** i32 [packet][2] of an equalizer that does not know which symbol it follows: symbols ahead, and turns of the constellation. */
  alignment?: GPUBuffer;
  /** Symbols per bin of the learning curve. Default: none. */
  bin?: number;
}

export interface EqualizerErrors extends Plan {
  /** u32 [4][packet], in the order of `PACKET_COUNTS`; the mean squared error of the last quarter is in units of 2⁻²⁰. */
  readonly counts: GPUBuffer;
  /** u32 [⌈K/bin⌉][packet]: mean squared error of each bin in units of 2⁻²⁰. */
  readonly learning: GPUBuffer | undefined;
}

/** Packets of a workgroup of the counters: COLUMNS of lib/packet-counts. */
export const COUNTED_COLUMNS = 8;

/** Creates the counter of an equalizer's errors. */
export async function createEqualizerErrors(
  device: GPUDevice,
  config: EqualizerErrorsConfig,
): Promise<EqualizerErrors> {
  const { packets, symbols, guard, labels, estimates, training, decisions, scales, bin = 0 } = config;
  const memory = allocate(device);
  const counts = memory.storage("packet counts", 4 * PACKET_COUNTS.length * packets);
  const bins = bin > 0 ? Math.ceil(symbols / bin) : 0;
  const learning = memory.storage("learning curves", Math.max(4, 4 * bins * packets));
  const stage = await createStage(device, {
    label: "adaptive/errors",
    wgsl: [errorsKernel, packetCounts, decision, complex, phasor, sent],
    constants: {
      OWN: Number(config.hasOwnScales ?? false),
      TURNS: decisions.turns,
      ALIGNED: Number(config.alignment !== undefined),
      ...decisions.constants,
    },
    resources: {
      labels,
      points: memory.constant("points", decisions.points),
      labelOf: memory.constant("labels of points", decisions.labelOf),
      scales: scales ?? memory.constant("no scale", Float32Array.of(1)),
      estimates,
      alignment: config.alignment ?? memory.constant("upright", new Int32Array(2)),
      counts,
      learning,
      params: { packets, symbols, training, guard, bin },
    },
    groups: [Math.ceil(packets / COUNTED_COLUMNS), 1],
    memory,
  });
  return { ...stage, counts, learning: bin > 0 ? learning : undefined };
}
