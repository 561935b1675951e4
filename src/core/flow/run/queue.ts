import type { PortType } from "../graph/port.ts";
import type { Chunk, Source } from "./source.ts";
import type { Tag } from "../graph/tag.ts";

/** Numbers, or what stands for as many of them. */
interface Countable {
  readonly length: number;
}

export interface QueueConfig {
  port: PortType;
  /** Numbers of an item: 2 for complex samples and symbols. */
  width: number;
  /** Largest number of waiting items. */
  capacity: number;
}

/** A source for a producer that cannot wait, for example a radio. */
export interface Queue<Items extends Countable = Float32Array<ArrayBuffer>> extends Omit<Source, "read"> {
  /** As the `read` of a source. */
  read(): Promise<Chunk<Items> | undefined>;
  /** Number of waiting items, and of all items lost so far. */
  readonly waiting: number;
  readonly dropped: number;
  /**
   * Adds items; `tags` count from the first of them. Without space, all of them are lost and counted.
   *
   * @returns Whether the items were added.
   */
  push(items: Items, tags?: readonly Tag[]): boolean;
  /** Counts items that were lost before they reached the queue. */
  lose(count: number): void;
  /** Ends the source: readers get the waiting items, then the end. */
  end(): void;
  /** Reports a failure: readers get the waiting items, then the error. */
  fail(error: Error): void;
}

/**
 * Creates a bounded queue between a producer that cannot wait and a reader. It never grows, and reports lost items.
 *
 * @throws RangeError when `capacity` is not a positive integer.
 */
export function createQueue<Items extends Countable = Float32Array<ArrayBuffer>>({
  port,
  width,
  capacity,
}: QueueConfig): Queue<Items> {
  if (!Number.isInteger(capacity) || capacity < 1) {
    throw new RangeError(`flow/queue: capacity must be a positive integer, got ${capacity}`);
  }
  const chunks: Chunk<Items>[] = [];
  let [waiting, passed, dropped, lost] = [0, 0, 0, 0];
  let end: { error?: Error } | undefined;
  let wake: (() => void) | undefined;
  const finish = (reason: { error?: Error }) => {
    end ??= reason;
    wake?.();
  };
  const lose = (count: number) => {
    dropped += count;
    lost += count;
  };
  return {
    port,
    lose,
    get waiting() {
      return waiting;
    },
    get dropped() {
      return dropped;
    },
    push(items, tags = []) {
      const count = items.length / width;
      if (end || count === 0) return false;
      if (waiting + count > capacity) {
        lose(count);
        return false;
      }
      const moved = tags.map((tag) => ({ ...tag, sample: tag.sample + passed }));
      chunks.push({ items, tags: moved, dropped: lost });
      lost = 0;
      waiting += count;
      passed += count;
      wake?.();
      return true;
    },
    async read() {
      if (chunks.length === 0 && !end) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      wake = undefined;
      const chunk = chunks.shift();
      if (chunk) waiting -= chunk.items.length / width;
      else if (end?.error) throw end.error;
      return chunk;
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    close() {
      chunks.length = 0;
      waiting = 0;
      finish({});
    },
  };
}
