import type { PortType } from "./port.ts";
import type { Chunk, Source } from "./source.ts";
import type { Tag } from "./tag.ts";

export interface QueueConfig {
  port: PortType;
  /** Numbers of an item: 2 for complex samples and symbols. */
  width: number;
  /** Largest number of waiting items. */
  capacity: number;
}

/** A source for a producer that cannot wait, for example a radio. */
export interface Queue extends Source {
  /** Number of waiting items, and of all items lost so far. */
  readonly waiting: number;
  readonly dropped: number;
  /** Adds items. Without space, the whole push is lost and counted. `tags` count from the first of these items. */
  push(items: Float32Array<ArrayBuffer>, tags?: readonly Tag[]): void;
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
export function createQueue({ port, width, capacity }: QueueConfig): Queue {
  if (!Number.isInteger(capacity) || capacity < 1) {
    throw new RangeError(`flow/queue: capacity must be a positive integer, got ${capacity}`);
  }
  const chunks: Chunk[] = [];
  let [waiting, passed, dropped, lost] = [0, 0, 0, 0];
  let end: { error?: Error } | undefined;
  let wake: (() => void) | undefined;
  const finish = (reason: { error?: Error }) => {
    end ??= reason;
    wake?.();
  };
  return {
    port,
    get waiting() {
      return waiting;
    },
    get dropped() {
      return dropped;
    },
    push(items, tags = []) {
      const count = items.length / width;
      if (end || count === 0) return;
      if (waiting + count > capacity) {
        dropped += count;
        lost += count;
        return;
      }
      const moved = tags.map((tag) => ({ ...tag, sample: tag.sample + passed }));
      chunks.push({ items, tags: moved, dropped: lost });
      lost = 0;
      waiting += count;
      passed += count;
      wake?.();
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
