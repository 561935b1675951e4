import { type Endpoint, proxy, wrap } from "comlink";
import type { Imported } from "#core/graphs/grc/import.ts";
import type { GraphSource, readSource } from "./reader.ts";

/** The part of a worker that an import uses. */
export type ImportWorker = Endpoint & Pick<Worker, "terminate">;

const spawnWorker = (): ImportWorker => new Worker(new URL("./importer.ts", import.meta.url), { type: "module" });

/**
 * Returns the graph of a source. Its own worker reads it: the page stays responsive with every file, and can
 * end the work at any time.
 *
 * @param signal Ends the work at once.
 * @throws RangeError that says why there is no graph, and the signal's reason if it ends the work.
 */
export async function importGraph(
  source: GraphSource,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  spawn = spawnWorker,
): Promise<Imported> {
  signal.throwIfAborted();
  const worker = spawn();
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    worker.addEventListener("error", (event) => {
      const { message } = event as ErrorEvent;
      reject(new Error(message || "The program that reads graphs could not be loaded."));
    });
  });
  try {
    return await Promise.race([wrap<typeof readSource>(worker)(source, proxy(onProgress)), end]);
  } finally {
    worker.terminate();
  }
}
