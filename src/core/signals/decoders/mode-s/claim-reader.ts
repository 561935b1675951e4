import { type CandidateList, createRowMemory, HEAD_WORDS, NUMBER } from "./candidate-rows.ts";
import { BODY, kernelRows } from "./candidates.ts";
import { OFFSET_BLOCK, sampleAt, startsInBlock } from "./envelope.ts";
import type { SearchGrid } from "./search.ts";

/** More than the rows of any list. */
const MOST_ROWS = 2 ** 20;
const FIRST_ROOM = 2 ** 12;

/** Creates a reader of the candidates of pages as the GPU copies them. @param isKept False for pages whose candidates are known otherwise. */
export function createClaimReader(grid: SearchGrid, blocks: number, isKept: (page: number) => boolean) {
  const memoryFor = createRowMemory(kernelRows(grid));
  const stride = startsInBlock(grid, OFFSET_BLOCK);
  const steps = blocks * stride;
  /** Room for the starts of a page. */
  let starts: Float64Array = new Float64Array(FIRST_ROOM);
  /** The sample at a step of the recording. */
  const startOf = (step: number) => {
    const block = Math.floor(step / stride);
    return sampleAt(grid, block * OFFSET_BLOCK, step - block * stride);
  };

  /** Returns a list of the copies whose step `stepOf` knows. */
  const listOf = (
    heads: Uint32Array,
    bodies: Uint32Array,
    found: readonly number[] | number,
    stepOf: (at: number) => number,
  ) => {
    const count = typeof found === "number" ? found : found.length;
    const rows = memoryFor(count);
    if (typeof found === "number") {
      rows.heads.set(heads.subarray(0, HEAD_WORDS * count));
      rows.words.set(bodies.subarray(0, BODY * count));
    } else {
      for (const [row, at] of found.entries()) {
        rows.heads.set(heads.subarray(HEAD_WORDS * at, HEAD_WORDS * (at + 1)), HEAD_WORDS * row);
        rows.words.set(bodies.subarray(BODY * at, BODY * (at + 1)), BODY * row);
      }
    }
    // Numbers sort faster than a comparison of rows.
    const keys = new Float64Array(count);
    for (let row = 0; row < count; row++) {
      const step = stepOf(rows.heads[HEAD_WORDS * row + NUMBER]);
      rows.starts[row] = startOf(step);
      keys[row] = step * MOST_ROWS + row;
    }
    keys.sort();
    for (let i = 0; i < count; i++) rows.order[i] = keys[i] % MOST_ROWS;
    return { count, rows, take: () => rows };
  };

  return {
    /**
     * Returns a page's candidates.
     *
     * @param parts Of at least as many candidates: see `partsOf`. @param own False if only candidates of earlier pages are wanted.
     */
    read(page: number, count: number, [entered, heads, bodies]: readonly Uint32Array[], own = true): CandidateList {
      const first = page * steps;
      const at = first % 2 ** 32;
      const isOwn = (step: number) => (step - at) >>> 0 < steps;
      const lateStep = (step: number) => first - ((at - step) >>> 0);
      const [mine, late]: number[][] = [[], []];
      for (let i = 0; i < count; i++) {
        const step = heads[HEAD_WORDS * i + NUMBER];
        if (isOwn(step)) mine.push(i);
        else if (isKept(Math.floor(lateStep(step) / steps))) late.push(i);
      }
      const stepOf = (step: number) => first + ((step - at) >>> 0);
      const list = listOf(heads, bodies, own ? (mine.length === count ? count : mine) : 0, stepOf);
      return {
        ...list,
        ...(own && { entered: startsIn(entered, first) }),
        ...(late.length > 0 && { late: listOf(heads, bodies, late, lateStep) }),
      };
    },
  };

  /** Returns the starts that have a bit. */
  function startsIn(words: Uint32Array, first: number): Float64Array {
    let found = 0;
    for (let w = 0; w < words.length; w++) {
      for (let left = words[w]; left !== 0; left &= left - 1) {
        if (found === starts.length) starts = copyWithRoom(starts);
        starts[found++] = startOf(first + 32 * w + 31 - Math.clz32(left & -left));
      }
    }
    return starts.slice(0, found);
  }
}

function copyWithRoom(numbers: Float64Array): Float64Array {
  const copy = new Float64Array(2 * numbers.length);
  copy.set(numbers);
  return copy;
}
