import { isSatisfied, type Ledger, uncounted } from "./ledger.ts";
import type { Task } from "./schedule.ts";

/**
 * The units of a sweep that are still needed, and the tasks in progress. It hands out each unit once, point by point.
 * The counts themselves go to the ledger.
 */
export interface Claims {
  /**
   * Claims the next units, at most `most`; undefined while there are none.
   *
   * @param aligned True: the range ends at a multiple of a power of two where it can, so that a ledger needs few blocks.
   */
  next(most: number, aligned?: boolean): Task | undefined;
  /** Claims a given range, for example one that another process has handed out. */
  adopt(task: Task): void;
  /** Reports that the ledger has new counts, of a claimed task or of any other range. */
  counted(task: Task): void;
  /** Gives a task back: its units are handed out again. */
  giveBack(task: Task): void;
  /** True if a task is claimed and its point still needs units. */
  wanted(task: Task): boolean;
  /** Returns the claimed tasks of points that need no further unit. */
  obsolete(): Task[];
  /** Returns the number of units that no task has claimed, of the points known so far. The stop rule may drop some. */
  left(): number;
  /** True if no point needs a unit. */
  done(): boolean;
}

type Range = [from: number, to: number];

/**
 * @param ledger The counts so far. The caller changes it, and then calls `counted`.
 * @param units The units [from, to) of each point.
 * @param points Returns the points known so far, dB, and whether there will be others.
 */
export function createClaims(
  ledger: Ledger,
  [from, to]: readonly [number, number],
  points: () => { points: number[]; last: boolean },
): Claims {
  const claimed = new Map<string, Task>();
  /** The units of each open point that are neither counted nor claimed, in rising order. */
  const free = new Map<number, Range[]>();
  let last = false;
  learn();

  /** Looks for open points; a finished one may have led to others. */
  function learn(): void {
    const known = points();
    ({ last } = known);
    const open = known.points.filter((db) => !isSatisfied(ledger, db, from, to));
    const before = new Map(free);
    free.clear();
    for (const db of open) free.set(db, before.get(db) ?? gapsOf(db));
  }

  function gapsOf(db: number): Range[] {
    const taken = [...claimed.values()].filter((task) => task.db === db);
    return uncounted(ledger, db, from, to).flatMap((gap) => without(gap, taken));
  }

  return {
    next(most, aligned = false) {
      for (const [db, gaps] of free) {
        if (gaps.length === 0) continue;
        const [first, end] = gaps[0];
        const count = Math.min(end - first, aligned ? alignedCount(first, most) : most);
        if (first + count === end) gaps.shift();
        else gaps[0] = [first + count, end];
        const task = { db, first, count };
        claimed.set(keyOf(task), task);
        return task;
      }
      return undefined;
    },
    adopt(task) {
      claimed.set(keyOf(task), task);
      if (free.has(task.db)) free.set(task.db, gapsOf(task.db));
    },
    counted(task) {
      const { db } = task;
      const own = claimed.get(keyOf(task));
      if (own) claimed.delete(keyOf(task));
      if (!free.has(db)) return;
      if (isSatisfied(ledger, db, from, to)) learn();
      else if (own?.count !== task.count) free.set(db, gapsOf(db));
    },
    giveBack(task) {
      if (!claimed.delete(keyOf(task))) return;
      if (free.has(task.db)) free.set(task.db, gapsOf(task.db));
    },
    wanted: (task) => free.has(task.db) && claimed.has(keyOf(task)),
    obsolete: () => [...claimed.values()].filter(({ db }) => !free.has(db)),
    left: () => [...free.values()].flat().reduce((sum, [first, end]) => sum + end - first, 0),
    done: () => last && free.size === 0,
  };
}

/** Claimed tasks are disjoint, so a point and a first unit identify one. */
const keyOf = ({ db, first }: Task) => `${db} ${first}`;

/** Returns a number of units up to `most` that ends at a multiple of the largest power of two up to `most`. */
function alignedCount(first: number, most: number): number {
  const grid = 2 ** Math.floor(Math.log2(Math.max(1, most)));
  return Math.floor(first / grid) * grid + grid - first;
}

/** Returns the parts of [from, to) that no task covers. */
function without([from, to]: Range, tasks: readonly Task[]): Range[] {
  const inside = tasks
    .filter(({ first, count }) => first < to && first + count > from)
    .toSorted((a, b) => a.first - b.first);
  const parts: Range[] = [];
  let at = from;
  for (const { first, count } of inside) {
    if (first > at) parts.push([at, first]);
    at = Math.max(at, first + count);
  }
  if (at < to) parts.push([at, to]);
  return parts;
}
