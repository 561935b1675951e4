import { wrap } from "comlink";
import type { BlobLike, ReadFile } from "#core/blob-like.ts";
import type { Reading } from "./reading-thread.ts";

/** About as many bytes of a range are a part, which one thread reads: with fewer, messages cost more time. */
const PART = 2 ** 22;
/** Most threads: with more, a browser's files come no faster. */
const MOST_THREADS = 6;
/** Threads without work for this time end, ms. */
const IDLE_MS = 5000;

/** A thread that reads. */
export interface ReadingThread {
  read(file: BlobLike, start: number, end: number): Promise<ArrayBuffer>;
  /** Resolves if the thread could not be started, or has died. */
  failed: Promise<void>;
  end(): void;
}

/**
 * Returns a reader of files that reads long ranges in several threads: in one thread, a browser reads about at 1 GB/s at most.
 *
 * @param threads Default: one processor stays free for the thread that asks.
 */
export function createFileReader(
  threads = Math.min(MOST_THREADS, navigator.hardwareConcurrency - 1),
  spawn = spawnThread,
): ReadFile {
  let running: { thread: ReadingThread; parts: number }[] = [];
  let reads = 0;
  let ending: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    clearTimeout(ending);
    reads++;
    if (running.length === 0) running = Array.from({ length: threads }, () => ({ thread: spawn(), parts: 0 }));
  }

  function finish(): void {
    if (--reads > 0) return;
    ending = setTimeout(() => {
      for (const { thread } of running) thread.end();
      running = [];
    }, IDLE_MS);
  }

  /** Reads in the thread that has the least to do. */
  async function readPart(file: BlobLike, start: number, end: number): Promise<ArrayBuffer> {
    const reader = running.reduce((least, one) => (one.parts < least.parts ? one : least));
    reader.parts++;
    try {
      return await readIn(reader.thread, file, start, end);
    } finally {
      reader.parts--;
    }
  }

  return async (file, start, bytes) => {
    const size = Math.max(0, Math.min(bytes.length, file.size - start));
    if (threads < 2 || size <= PART) return put(bytes, 0, await readHere(file, start, start + size));
    const parts = Math.round(size / PART);
    const length = Math.ceil(size / parts);
    let [next, filled] = [0, size];
    async function readParts(): Promise<void> {
      while (next < filled) {
        const from = next;
        const to = Math.min(size, from + length);
        next = to;
        const part = await readPart(file, start + from, start + to);
        if (put(bytes, from, part) < to - from) filled = Math.min(filled, from + part.byteLength);
      }
    }
    begin();
    const ends = await Promise.allSettled(Array.from({ length: Math.min(threads, parts) }, readParts));
    finish();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return filled;
  };
}

function put(bytes: Uint8Array, at: number, part: ArrayBuffer): number {
  bytes.set(new Uint8Array(part), at);
  return part.byteLength;
}

const readHere = (file: BlobLike, start: number, end: number) => file.slice(start, end).arrayBuffer();

/** Reads in a thread, or in this one if that has failed. */
async function readIn(thread: ReadingThread, file: BlobLike, start: number, end: number): Promise<ArrayBuffer> {
  return (await Promise.race([thread.read(file, start, end), thread.failed])) ?? readHere(file, start, end);
}

function spawnThread(): ReadingThread {
  const worker = new Worker(new URL("./reading-thread.ts", import.meta.url), { type: "module" });
  const remote = wrap<Reading>(worker);
  return {
    read: (file, start, end) => remote.read(file as Blob, start, end),
    failed: new Promise((resolve) => worker.addEventListener("error", () => resolve())),
    end: () => worker.terminate(),
  };
}
