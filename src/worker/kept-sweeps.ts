import { equal } from "#core/configuration/equal.ts";
import { openDocument, type StoredDocument } from "../storage/document.ts";
import { type Folder, keptFolder } from "../storage/folder.ts";
import { holdLock } from "../storage/hold-lock.ts";
import { ABOUT, deleteItem, type KeptItem, keptItems, lockOf, type SweepAbout } from "../storage/item.ts";

/** Most sweeps that are kept. The oldest ones are deleted. */
const MOST = 20;

/** A sweep that this worker writes. */
interface OpenSweep {
  document: StoredDocument;
  release(): void;
}

const open = new Map<string, Promise<OpenSweep>>();

/**
 * Writes the counts of a sweep over its last ones, all or nothing.
 *
 * @param isLast The sweep has stopped. Then other tabs may open it.
 * @throws The file system's errors; Error while another tab writes it.
 */
export async function keepSweep(id: string, about: SweepAbout, isLast: boolean): Promise<void> {
  const opening = open.get(id) ?? begin(id);
  open.set(id, opening);
  try {
    await (await opening).document.write(JSON.stringify(about));
    if (isLast) await tidy(await keptFolder(), id, about);
  } catch (error) {
    open.delete(id);
    (await opening.catch(() => undefined))?.release();
    throw error;
  }
  if (!isLast) return;
  open.delete(id);
  (await opening).release();
}

async function begin(id: string): Promise<OpenSweep> {
  const release = await holdLock(lockOf(id));
  if (!release) throw new Error("another tab writes the counts of this sweep");
  try {
    const folder = await (await keptFolder()).getDirectoryHandle(id, { create: true });
    return { document: await openDocument(folder, ABOUT), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Deletes sweeps of which this one holds all counts, and the oldest of too many. */
async function tidy(kept: Folder, id: string, about: SweepAbout): Promise<void> {
  const sweeps = (await keptItems(kept)).filter(isSweep).filter((item) => item.id !== id);
  const { lab, config, progress } = about;
  const isSuperseded = (other: SweepAbout) => progress === 1 && other.lab === lab && equal(other.config, config);
  const rest = sweeps.filter((item) => !isSuperseded(item.about));
  const leaving = [...sweeps.filter((item) => isSuperseded(item.about)), ...rest.slice(MOST - 1)];
  for (const other of leaving) await dropSweep(other.id);
}

const isSweep = (item: KeptItem): item is KeptItem & { about: SweepAbout } => item.about?.kind === "sweep";

/** Deletes a sweep, unless a tab writes it. */
export async function dropSweep(id: string): Promise<void> {
  const mine = await open.get(id)?.catch(() => undefined);
  open.delete(id);
  mine?.release();
  const release = await holdLock(lockOf(id));
  if (!release) return;
  await deleteItem(await keptFolder(), id).finally(release);
}
