import type { PortType } from "./port.ts";
import type { Tag } from "./tag.ts";

/** The next items of a source. */
export interface Chunk {
  /** As the port's type has them: complex samples as pairs. */
  items: Float32Array<ArrayBuffer>;
  /** Their `sample` counts all items that the source has given before. */
  tags: readonly Tag[];
  /** Items that were lost just before these, because nobody read in time. */
  dropped: number;
}

/** Where items come from: a file, a made signal, a radio, a microphone. */
export interface Source {
  readonly port: PortType;
  /**
   * Waits for the next items; `undefined` at the end. Calls do not overlap.
   *
   * @throws What went wrong where the items come from.
   */
  read(): Promise<Chunk | undefined>;
  /** Ends the source early; safe to call twice. */
  close(): void;
}

/** Where items go: a file, a figure, a loudspeaker. */
export interface Sink {
  readonly port: PortType;
  /** Returns once there is room for more. */
  write(chunk: Chunk): Promise<void>;
  /** All has been written. */
  end(): Promise<void>;
}

/**
 * Brings everything from a source to a sink, and closes the source.
 *
 * @returns Items that were lost on the way.
 * @throws RangeError when the types differ; what source and sink throw.
 */
export async function pump(source: Source, sink: Sink): Promise<number> {
  if (source.port !== sink.port) {
    throw new RangeError(`flow/source: a sink of ${sink.port} cannot take ${source.port}`);
  }
  let dropped = 0;
  try {
    for (let chunk = await source.read(); chunk; chunk = await source.read()) {
      dropped += chunk.dropped;
      await sink.write(chunk);
    }
    await sink.end();
  } finally {
    source.close();
  }
  return dropped;
}
