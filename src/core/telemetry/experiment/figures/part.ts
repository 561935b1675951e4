import type { Stage } from "../../../gpu/timing.ts";
import type { Scenario } from "../scenario.ts";
import type { FoundPacket } from "./packets.ts";

/** What all figures know when they are drawn. */
export interface Frame {
  scenario: Scenario;
  found: readonly FoundPacket[];
}

/** One figure's share of the work: what it runs after the link, what it reads of the device, what it makes of that. */
export interface FigurePart<Figure> {
  readonly stages: readonly Stage[];
  /** Takes up what of another scenario its own stages depend on. */
  setScenario?(scenario: Scenario): void;
  /** Slices of the link's buffers and its own: some 100 KB at most, for they are read for every frame. */
  readonly sources: readonly GPUBufferBinding[];
  /** @param results The bytes of the sources, in their order. */
  draw(frame: Frame, results: readonly ArrayBuffer[]): Figure;
  destroy(): void;
}

/** A slice of a buffer of 32-bit words, `first` and `count` in words. */
export function words(buffer: GPUBuffer, count: number, first = 0): GPUBufferBinding {
  return { buffer, offset: 4 * first, size: 4 * count };
}
