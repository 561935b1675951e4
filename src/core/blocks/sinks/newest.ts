import tailKernel from "#shaders/blocks/sinks/newest.wgsl?raw";
import type { Stream } from "../../flow/build/block-factory.ts";
import { PORTS, type PortType } from "../../flow/graph/port.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { countOf } from "../item-count.ts";

const GROUP = 64;

export interface NewestConfig {
  stream: Stream;
  type: PortType;
  /** Items to keep. */
  keep: number;
}

/** The newest items of a stream. Only they are fetched, and the items of short pages add up. */
export interface Newest extends Plan {
  /** The page's part of them, to fetch. */
  readonly read: { buffer: GPUBuffer; size: number };
  /** Tells the number of items in the next page. */
  setCount(count: number): void;
  /** Returns the newest items, at most `keep`, and the index of their first one. Complex items are pairs. */
  take(
    fetched: ArrayBuffer,
    page: { first: number; count: number },
  ): { values: Float32Array<ArrayBuffer>; first: number };
  reset(): void;
}

export async function createNewest(device: GPUDevice, { stream, type, keep }: NewestConfig): Promise<Newest> {
  const label = "blocks/sinks/newest";
  const words = PORTS[type].bytes / 4;
  const KEEP = Math.min(keep, stream.length);
  const memory = allocate(device);
  const count = countOf(device, memory, stream);
  const y = memory.storage("newest items", 4 * KEEP * words);
  let kept = new Float32Array(0);
  const stage = await createStage(device, {
    label,
    wgsl: [tailKernel],
    constants: { GROUP, KEEP, WORDS: words },
    resources: { x: stream.buffer, count: count.buffer, y },
    groups: Math.ceil((KEEP * words) / GROUP),
    memory,
  });
  return {
    ...stage,
    read: { buffer: y, size: 4 * KEEP * words },
    setCount: count.set,
    take(fetched, { first, count: items }) {
      const fresh = numbersOf(type, fetched).subarray(0, Math.min(items, KEEP) * words);
      const before = kept.subarray(Math.max(0, kept.length + fresh.length - keep * words));
      kept = new Float32Array(before.length + fresh.length);
      kept.set(before);
      kept.set(fresh, before.length);
      return { values: kept.slice(), first: first + items - kept.length / words };
    },
    reset() {
      kept = new Float32Array(0);
    },
  };
}

/** The words of items as numbers. */
function numbersOf(type: PortType, words: ArrayBuffer): Float32Array<ArrayBuffer> {
  if (type === "integer") return Float32Array.from(new Int32Array(words));
  return type === "bits" || type === "frames" ? Float32Array.from(new Uint32Array(words)) : new Float32Array(words);
}
