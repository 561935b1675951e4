import type { PlanBlock, PlanPage, Stream } from "./block-factory.ts";
import type { BlockOf, CheckedEdge } from "../graph/checked-graph.ts";
import { type Ends, zeroFirings } from "../graph/instant.ts";
import { PORTS } from "../graph/port.ts";
import { createScaledCount, type ScaledCount } from "./scaled-count.ts";
import { createWholeFirings } from "./whole-firings.ts";

/** An input of a block that follows a number of items which the GPU decides. */
export interface FollowerInput {
  block: BlockOf<"plan">;
  edge: CheckedEdge;
  stream: Stream;
  /** Most firings in a page. */
  firings: number;
}

const unitOf = ({
  block: {
    instance: { consumes, multiple = 1 },
  },
  edge,
}: FollowerInput) => consumes[edge.to[1]] * multiple;

/** Whether the items of a page may end within a firing, or zeros follow them. */
export const needsGathering = (input: FollowerInput) =>
  input.stream.count !== undefined && (unitOf(input) > 1 || (input.block.instance.after ?? 0) > 0);

/** Gathers the items of an input to whole firings. At the end of the signal it appends the zeros that the block asks for. */
export async function gatherInput(device: GPUDevice, input: FollowerInput) {
  const { block, edge, stream, firings } = input;
  const taken = block.instance.consumes[edge.to[1]];
  const words = (edge.vector * PORTS[edge.type].bytes) / 4;
  const config = { input: stream, words, unit: unitOf(input), length: firings * taken };
  const { setZeros, ...whole } = await createWholeFirings(device, config);
  return {
    ...whole,
    blocks: [block.id],
    prepare: (page: number, ends: Ends | undefined) =>
      setZeros(taken * zeroFirings(ends, block, edge, { page, firings })),
  };
}

/**
 * Finds the number of items of a plan's output, from the number of items of its input.
 *
 * @throws Error if the output has no fixed rate.
 */
export function countOutput(
  device: GPUDevice,
  { consumes, produces }: PlanBlock,
  { inputs }: PlanPage,
  port: string,
): Promise<ScaledCount> {
  const up = produces[port];
  for (const [input, { count }] of Object.entries(inputs)) {
    if (count && typeof up === "number") return createScaledCount(device, { count, up, down: consumes[input] });
  }
  throw new Error(`a plan must give the output "${port}" with its count`);
}
