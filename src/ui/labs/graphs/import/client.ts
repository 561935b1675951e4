import type { Imported } from "#core/graphs/grc/import.ts";
import type { GraphSource } from "./source.ts";

/** What the worker of an import tells: its progress, and at the end the graph or why there is none. */
export type ImportAnswer = { share: number } | { imported: Imported } | { refused: string };

/** The part of a worker that an import uses. */
export interface ImportWorker {
  postMessage(source: GraphSource, transfer: never[]): void;
  addEventListener(type: "message", listener: (event: { data: ImportAnswer }) => void): void;
  addEventListener(type: "error", listener: (event: { message?: string }) => void): void;
  terminate(): void;
}

const spawnWorker = (): ImportWorker =>
  new Worker(new URL("./importer.ts", import.meta.url), { type: "module" }) as ImportWorker;

/**
 * Returns the graph of a source. Its own worker reads it: the page stays responsive with every file, and can
 * end the work at any time.
 *
 * @param signal Ends the work at once.
 * @throws RangeError that says why there is no graph, and the signal's reason if it ends the work.
 */
export function importGraph(
  source: GraphSource,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  spawn = spawnWorker,
): Promise<Imported> {
  return new Promise<Imported>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = spawn();
    const end = (act: () => void) => {
      worker.terminate();
      signal.removeEventListener("abort", stop);
      act();
    };
    const stop = () => end(() => reject(signal.reason as Error));
    signal.addEventListener("abort", stop);
    worker.addEventListener("message", ({ data }) => {
      if ("share" in data) onProgress(data.share);
      else if ("imported" in data) end(() => resolve(data.imported));
      else end(() => reject(new RangeError(data.refused)));
    });
    worker.addEventListener("error", ({ message }) => {
      end(() => reject(new Error(message || "The program that reads graphs could not be loaded.")));
    });
    worker.postMessage(source, []);
  });
}
