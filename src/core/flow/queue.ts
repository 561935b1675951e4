import type { PortType } from "./port.ts";
import type { Chunk, Source } from "./source.ts";
import type { Tag } from "./tag.ts";

export interface QueueConfig {
  port: PortType;
  /** Numbers of an item: 2 for complex samples and symbols. */
  width: number;
  /** Most items that wait to be read. */
  capacity: number;
}

/** A source that something pushes into which cannot wait, such as a radio. */
export interface Queue extends Source {
  /** Items that wait to be read, and all that were ever lost. */
  readonly waiting: number;
  readonly dropped: number;
  /** Adds items; whole pushes are lost, and counted, while there is no room. `tags` count from the first of these items. */
  push(items: Float32Array<ArrayBuffer>, tags?: readonly Tag[]): void;
  /** No more will come: readers get what waits, then the end. */
  end(): void;
  /** Something went wrong: readers get what waits, then the error. */
  fail(error: Error): void;
}

/**
 * A bounded queue between what cannot wait and what reads. It never grows, and says what it lost.
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
