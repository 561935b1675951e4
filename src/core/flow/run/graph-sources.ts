import type { OpenSource, SourceBlock } from "../build/block-factory.ts";
import { blaming, blamingLater } from "../graph/block-error.ts";
import type { CheckedBlock } from "../graph/checked-graph.ts";
import { PORTS, type PortType } from "../graph/port.ts";
import type { Source } from "./source.ts";
import { pagesOf, type SourcePage } from "./source-pages.ts";
import { lookUp } from "../graph/look-up.ts";

/** The page of each source, by its block; undefined for one that has ended. */
export type SourcePages = ReadonlyMap<string, SourcePage | undefined>;

/** The open sources of a run. */
export interface GraphSources {
  /** Returns the next page of each source. It reads ahead by one page. */
  next(): Promise<SourcePages>;
  /** Gives a source a changed request. @returns False for a block that is no source, or takes none. */
  set(block: string, request: object): boolean;
  /** Ends all sources. A page that is awaited then ends too. */
  close(): void;
}

/**
 * Opens the sources of a graph.
 *
 * @param lengths Items of each source per page.
 * @param from First page.
 * @throws BlockError
 */
export async function openSources(
  blocks: readonly CheckedBlock[],
  open: OpenSource,
  lengths: ReadonlyMap<string, number>,
  from: number,
): Promise<GraphSources> {
  const sources = new Map<string, Source>();
  const close = () => {
    for (const source of sources.values()) source.close();
  };
  try {
    const readers: ReturnType<typeof createReader>[] = [];
    for (const { id, instance } of blocks) {
      if (instance?.kind !== "source") continue;
      const length = lookUp(lengths, id);
      const source = await blamingLater(id, () => open(id, instance, from * length));
      sources.set(id, source);
      blaming(id, () => checkType(instance, source));
      readers.push(createReader(id, pagesOf(source, length, PORTS[instance.type].bytes / 4, from * length)));
    }
    return {
      set(block, request) {
        const source = sources.get(block);
        source?.set?.({ ...request });
        return source?.set !== undefined;
      },
      next: async () => new Map(await Promise.all(readers.map((read) => read()))),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function checkType({ type }: SourceBlock, { port }: Source) {
  if (port === type) return;
  throw new RangeError(`the source must give ${PORTS[type].title}, but it gives ${PORTS[port].title}`);
}

/** Returns a function that returns the next page, and reads the one after it. */
function createReader(block: string, pages: AsyncGenerator<SourcePage, void>) {
  const read = () => {
    const next = blamingLater(block, () => pages.next());
    // Awaited later, if at all.
    next.catch(() => {});
    return next;
  };
  let ahead: ReturnType<typeof read> | undefined;
  return async () => {
    const { value } = await (ahead ?? read());
    ahead = value ? read() : undefined;
    return [block, value ?? undefined] as const;
  };
}

/** Returns items as the GPU stores them. */
export function stored(items: Float32Array<ArrayBuffer>, type: PortType): ArrayBufferView<ArrayBuffer> {
  if (type === "integer") return Int32Array.from(items);
  return type === "bits" || type === "frames" ? Uint32Array.from(items) : items;
}
