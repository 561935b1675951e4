/** Events in the order of their simulated times. Events of the same time keep their order. */
export interface Agenda {
  now(): number;
  after(ms: number, event: () => void): void;
  /** Runs the next event; false if there is none. */
  step(): boolean;
}

interface Entry {
  at: number;
  order: number;
  event: () => void;
}

/** Returns an agenda at time 0: a binary heap. */
export function createAgenda(): Agenda {
  const heap: Entry[] = [];
  let time = 0;
  let entries = 0;
  const earlier = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const swap = (i: number, j: number) => ([heap[i], heap[j]] = [heap[j], heap[i]]);
  return {
    now: () => time,
    after(ms, event) {
      heap.push({ at: time + ms, order: entries++, event });
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (!earlier(heap[at], heap[parent])) break;
        swap(at, parent);
        at = parent;
      }
    },
    step() {
      if (heap.length === 0) return false;
      swap(0, heap.length - 1);
      const { at: next, event } = heap.pop()!;
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        if (left >= heap.length) break;
        const child = right < heap.length && earlier(heap[right], heap[left]) ? right : left;
        if (!earlier(heap[child], heap[at])) break;
        swap(at, child);
        at = child;
      }
      time = next;
      event();
      return true;
    },
  };
}
