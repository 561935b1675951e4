import { type Remote, transfer } from "comlink";
import { availableParallelism } from "node:os";
import type { DecoderOptions } from "../../core/signals/decoders/decoder.ts";
import { type CandidateTable, FLOAT64_ROWS } from "../../core/signals/decoders/mode-s/candidate-rows.ts";
import type { CandidateReader } from "../../core/signals/decoders/mode-s/decoder.ts";
import { rowCount } from "../../core/signals/decoders/mode-s/accepted-rows.ts";
import type { SortedTexts } from "../item-texts.ts";
import { endThreads, startThread } from "./thread.ts";
import { type FrameThread, memoryOf } from "./frame-thread.ts";

/** Lists of candidates and of frames that wait in the threads: so the threads do not wait, and memory is bounded. */
const AHEAD = 6;
const MOST_WRITERS = 2;

/** Threads that keep the frames of a recording. */
export interface FrameThreads {
  /** Reads Mode S frames from candidates, and keeps them. */
  reader: CandidateReader;
  /** Mode S frames so far. */
  count(): number;
  /** Returns the texts of all frames so far. Threads take no more then. */
  end(): Promise<SortedTexts[]>;
  close(): Promise<void>;
}

/**
 * Returns threads: one accepts the Mode S frames of candidates, and others read their contents and write their texts. In a busy sky both
 * take longer than a GPU. Undefined where this program is no bundle, which holds the program of the threads, and where there is one core.
 */
export function createFrameThreads(
  options: DecoderOptions,
  program: string | undefined = import.meta.env.FRAME_THREAD,
): FrameThreads | undefined {
  if (program === undefined || availableParallelism() < 2) return undefined;
  const writers = Math.max(1, Math.min(MOST_WRITERS, availableParallelism() - 2));
  const threads = Array.from({ length: 1 + writers }, () => startThread<FrameThread>(program, "keeps frames"));
  const ended = Promise.race(threads.map((thread) => thread.ended));
  ended.catch(() => {});
  const [accepting, ...writing] = threads.map(({ calls }) => calls);
  /** What threads have not done yet, in order. */
  const pending: Promise<unknown>[] = [];
  /** Notes work, which fails if a thread ends. */
  const begin = <Result>(work: Promise<Result>): Promise<Result> => {
    const done = Promise.race([work, ended]);
    done.catch(() => {});
    pending.push(done);
    return done;
  };
  for (const thread of [accepting, ...writing]) void begin(thread.open(options, writers));

  const lent: CandidateTable[] = [];
  let [count, isOpen, idle] = [0, true, performance.now()];
  const takeAccepted = ({ rows, freed }: Accepted) => {
    // The thread frees the lists in the order in which it got them.
    for (const arrays of freed) {
      const table = lent.shift() as CandidateTable;
      Object.assign(table, arrays).free();
    }
    for (const [k, own] of rows.entries()) {
      count += rowCount(own);
      void begin(writing[k].writeAccepted(transfer(own, [own.buffer])));
    }
  };

  return {
    reader: {
      async framesOf(candidates) {
        if (!isOpen) return [];
        const { count: length } = candidates;
        const table = candidates.take();
        const { format, free: _, ...arrays } = table;
        lent.push(table);
        const list = transfer({ arrays, count: length, isListed: format !== FLOAT64_ROWS }, memoryOf(arrays));
        void begin(accepting.accept(list).then(takeAccepted));
        while (pending.length > AHEAD) await pending.shift();
        return [];
      },
      async rest() {
        if (isOpen) await begin(accepting.acceptRest().then(takeAccepted));
        return [];
      },
    },
    count: () => count,
    async end() {
      isOpen = false;
      while (pending.length > 0) await pending.shift();
      const texts = await Promise.all(writing.map((thread) => begin(thread.end())));
      idle = performance.now();
      return texts;
    },
    close: () => endThreads(threads, idle),
  };
}

type Accepted = Awaited<ReturnType<Remote<FrameThread>["accept"]>>;
