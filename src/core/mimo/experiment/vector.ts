import { compileAhead } from "../../gpu/compile-ahead.ts";
import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import type { BitsPerSymbol } from "../../constellation/constellation.ts";
import type { DetectorSizes } from "../detector.ts";
import { detectMaxLog } from "../max-log.float64.ts";
import { detectTrellis, type TraversalStep } from "../trellis.float64.ts";
import { createMimoChain } from "./chain.ts";
import { mimoFrame, type MimoExperiment, mimoNoiseVariance, sizesOf } from "./experiment.ts";
import { sentBitsOf } from "./sent-bits.ts";

/** One received vector of an experiment. */
export interface VectorQuery {
  snrDb: number;
  frame: number;
  /** Channel use in the frame. */
  use: number;
}

/** Multi-pass trellis traversal with one order of the antennas. */
export interface OrderedTraversal {
  /** The stream of each stage, from 0 to M − 1. */
  antennas: number[];
  /** Steps in the order of computation. */
  steps: TraversalStep[];
  /** Paths of each list, one through each vertex of its stage, [t][Q]: symbols by stage. */
  lists: { symbols: number[]; metric: number }[][];
}

/** Multi-pass trellis traversal of one vector, in float64. */
export interface Traversal {
  /** Stages M, and vertices Q of each. */
  antennas: number;
  points: number;
  bitsPerSymbol: number;
  /** Symbol sent by each stream. */
  sent: number[];
  /** The traversals whose best hypotheses give the LLRs, one for each order. */
  orders: OrderedTraversal[];
  /** log p(1)/p(0), [M·B]. */
  llr: number[];
  /** Exhaustive max-log LLRs, for up to MOST_VECTORS symbol vectors. */
  maxLog?: number[];
}

/** Most symbol vectors for an exhaustive comparison. */
const MOST_VECTORS = 2 ** 16;

/** @throws RangeError when the frame has no such channel use. */
export async function traverse(
  gpu: Gpu,
  config: MimoExperiment,
  { snrDb, frame, use }: VectorQuery,
): Promise<Traversal> {
  const { uses } = mimoFrame(config);
  if (!Number.isInteger(use) || use < 0 || use >= uses) {
    throw new RangeError(`mimo: use must be 0 to ${uses - 1}, got ${use}`);
  }
  const sizes: Omit<DetectorSizes, "uses"> = sizesOf(config);
  const { antennas, receiveAntennas = antennas, bitsPerSymbol } = sizes;
  // No receiver: the traversal needs what was sent, and its channel.
  const create = (device: GPUDevice) => createMimoChain(device, config, 1, []);
  await compileAhead(gpu.device, create);
  const chain = await create(gpu.device);
  try {
    chain.setPage({ firstFrame: frame, snrDb });
    const encoder = gpu.device.createCommandEncoder({ label: "one received vector" });
    for (const stage of chain.link) stage.encode(encoder);
    const perUse = { channel: 8 * receiveAntennas * antennas, received: 8 * receiveAntennas };
    const slices = [
      { buffer: chain.channel, offset: use * perUse.channel, size: perUse.channel },
      { buffer: chain.received, offset: use * perUse.received, size: perUse.received },
      { buffer: chain.sent, size: 4 * Math.ceil((uses * antennas * bitsPerSymbol) / 32) },
    ];
    const [h, y, bits] = await readBack(gpu.device, slices, encoder);
    const bitAt = sentBitsOf(new Uint32Array(bits), uses * antennas * bitsPerSymbol);
    const sent = Array.from({ length: antennas }, (_, m) => {
      const first = (use * antennas + m) * bitsPerSymbol;
      return Array.from({ length: bitsPerSymbol }, (_, b) => bitAt(first + b)).reduce((s, bit) => 2 * s + bit, 0);
    });
    const [channel, received] = [new Float32Array(h), new Float32Array(y)];
    const noise = mimoNoiseVariance(config, snrDb);
    const { orders, llr } = traverseOrders(channel, received, bitsPerSymbol, noise, sizes);
    const points = 2 ** bitsPerSymbol;
    const few = points ** antennas <= MOST_VECTORS;
    return {
      antennas,
      points,
      bitsPerSymbol,
      sent,
      orders,
      llr,
      maxLog: few ? Array.from(detectMaxLog(channel, received, bitsPerSymbol, noise)) : undefined,
    };
  } finally {
    chain.destroy();
  }
}

/** The traversals of one use, H complex [N][M] and y [N], and their LLRs. */
export function traverseOrders(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
  { orders: count, sorting }: Pick<DetectorSizes, "orders" | "sorting">,
): Pick<Traversal, "orders" | "llr"> {
  const steps: TraversalStep[][] = [];
  const watch = (step: TraversalStep, order: number) => void (steps[order] ??= []).push(step);
  const method = { passes: "multiple", orders: count, sorting } as const;
  const found = detectTrellis(channel, received, bitsPerSymbol, noiseVariance, method, watch);
  const orders = found.orders.map(({ antennas, lists }, o) => ({
    antennas,
    steps: steps[o],
    lists: lists.map((list) => list.map(({ symbols, metric }) => ({ symbols, metric }))),
  }));
  return { orders, llr: Array.from(found.llr) };
}
