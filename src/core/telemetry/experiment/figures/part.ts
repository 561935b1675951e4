import type { Stage } from "../../../gpu/timing.ts";
import type { Scenario } from "../scenario.ts";
import type { FoundPacket } from "./packets.ts";

/** The data that all figures get when they are drawn. */
interface Frame {
  scenario: Scenario;
  found: readonly FoundPacket[];
}

/** One figure's part of the work: the stages that it runs after the link, the buffers that it reads, and the figure. */
export interface FigurePart<Figure> {
  readonly stages?: readonly Stage[];
  /** Sets its own stages to another scenario. */
  setScenario?(scenario: Scenario): void;
  /** Slices of the link's and its own buffers, 100 KB at most, because they are read for every frame. */
  readonly sources: readonly GPUBufferBinding[];
  /** @param results The bytes of the sources, in their order. */
  draw(frame: Frame, results: readonly ArrayBuffer[]): Figure;
  destroy?(): void;
}

/** A slice of a buffer of 32-bit words, or of a part of one, `first` and `count` in words. */
export function words(of: GPUBuffer | GPUBufferBinding, count: number, first = 0): GPUBufferBinding {
  const { buffer, offset = 0 } = "buffer" in of ? of : { buffer: of };
  return { buffer, offset: offset + 4 * first, size: 4 * count };
}
