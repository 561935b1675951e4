import type { OpenSigmfContent } from "#core/capture/formats/sigmf-writer.ts";
import { readDocument } from "./document.ts";
import type { Folder } from "./folder.ts";

/** A recording of a radio, as the store describes it. Its samples are in the file `samples`. */
export interface RecordingAbout {
  kind: "recording";
  /** Everything for the metadata, except the length. Captures may begin behind the last sample that was written. */
  content: OpenSigmfContent;
  /** When it began, ms since 1970. */
  begun: number;
  /** True if it has ended as it should, not by a crash or a closed tab. */
  ended: boolean;
}

/** A sweep with its ledger. */
export interface SweepAbout {
  kind: "sweep";
  /** Name of its lab. */
  lab: string;
  /** Its configuration, as the ledger has it. */
  config: unknown;
  begun: number;
  /** True if it has ended or was stopped, and not by a crash or a closed tab. */
  ended: boolean;
  /** Finished part, 0 to 1. */
  progress: number;
  /** The file that the page and the command line open. */
  ledger: string;
}

export type KeptAbout = RecordingAbout | SweepAbout;

/** Something that the store keeps. */
export interface KeptItem {
  /** Its folder. */
  id: string;
  /** Undefined if the description is damaged, or another program wrote the folder. */
  about?: KeptAbout;
  /** Bytes of all its files. */
  bytes: number;
  /** The samples of a recording: all that were written. */
  samples?: Blob;
}

/** Names in the folder of an item. */
export const ABOUT = "about";
export const SAMPLES = "samples";

/** The Web Lock that the writer of an item holds. */
export const lockOf = (id: string) => `threeray kept ${id}`;

/** Returns everything that the store keeps, the newest first. */
export async function keptItems(kept: Folder): Promise<KeptItem[]> {
  const items: KeptItem[] = [];
  for await (const id of kept.keys()) items.push(await itemOf(kept, id));
  return items.toSorted((a, b) => (b.about?.begun ?? 0) - (a.about?.begun ?? 0));
}

async function itemOf(kept: Folder, id: string): Promise<KeptItem> {
  const folder = await kept.getDirectoryHandle(id);
  const text = await readDocument(folder, ABOUT);
  let about: KeptAbout | undefined;
  try {
    about = text === undefined ? undefined : (JSON.parse(text) as KeptAbout);
  } catch {
    // A whole document is JSON. Another program has written this one.
  }
  const item: KeptItem = { id, about, bytes: 0 };
  for await (const name of folder.keys()) {
    const file = await (await folder.getFileHandle(name)).getFile();
    item.bytes += file.size;
    if (name === SAMPLES) item.samples = file;
  }
  return item;
}

/** Deletes an item. */
export const deleteItem = (kept: Folder, id: string): Promise<void> => kept.removeEntry(id, { recursive: true });
