import { create } from "zustand";
import { listOf } from "#core/configuration/list-of.ts";
import { deleteItem, type KeptItem, keptItems, lockOf } from "../../../storage/item.ts";
import { keptFolder } from "../../../storage/folder.ts";
import { recall, remember } from "../../elements/memory.ts";
import { say, unsay } from "../../elements/notices.ts";
import { continueKept, type KeptSweep } from "../../kit/kept/kept-sweep.ts";
import { duration } from "../../format.ts";
import { LAB_NAMES } from "../labs.ts";
import { LABS } from "../../labs/registry.ts";
import { takeFiles } from "../files/take-files.ts";
import { useView } from "../view.ts";
import { type RecoveredPair, recoveredPair } from "../../../storage/recovered.ts";

/** An item as the dialog shows it. */
export interface ShownItem {
  id: string;
  title: string;
  /** What it is, in a few words. */
  facts: readonly string[];
  bytes: number;
  /** It was cut by a crash or a closed tab. */
  isCut: boolean;
  /** A tab writes it at present. */
  isBusy: boolean;
  /** Its contents, if it can be opened. */
  pair?: RecoveredPair;
  ledger?: { file: File; sweep: KeptSweep };
}

interface KeptStore {
  items: readonly ShownItem[];
  /** Bytes that this page uses and may use in all, as the browser estimates them. */
  used?: number;
  quota?: number;
  /** Only the person deletes what is kept. */
  isPersistent?: boolean;
  /** Why there is no storage, as a sentence. */
  failure?: string;
  /** Set while an item is saved or deleted: its name. */
  working?: string;
  /** What was done last. */
  done?: string;
}

export const useKept = create<KeptStore>()(() => ({ items: [] }));

/** Reads what is kept. */
export async function refreshKept(): Promise<void> {
  try {
    const kept = await keptFolder();
    const { held = [] } = await navigator.locks.query();
    const locks = new Set(held.map(({ name }) => name));
    const items = (await keptItems(kept)).map((item) => shownItem(item, locks.has(lockOf(item.id))));
    const [{ usage = 0, quota }, isPersistent] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    // After a crash, the browser does not count the last files for a while.
    const used = Math.max(
      usage,
      items.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    useKept.setState({ items, used, quota, isPersistent, failure: undefined });
  } catch (error) {
    useKept.setState({ items: [], failure: (error as Error).message.replace(/\.?$/, ".") });
  }
}

function shownItem(item: KeptItem, isBusy: boolean): ShownItem {
  const { id, about, bytes } = item;
  const common = { id, bytes, isBusy, isCut: about?.ended === false && !isBusy };
  if (about?.kind === "recording") {
    const pair = recoveredPair({ ...item, about });
    const length = pair ? duration(1000 * pair.seconds) : "no samples";
    return { ...common, title: about.content.name, facts: ["Recording", length, dateOf(about.begun)], pair };
  }
  if (about?.kind === "sweep") {
    const lab = LAB_NAMES.find((name) => name === about.lab);
    const title = `Sweep in ${lab ? LABS[lab].title : about.lab}`;
    const counted = about.progress === 1 ? "complete" : `${Math.floor(100 * about.progress)} % counted`;
    const file = new File([about.ledger], `threeray-${about.lab}-counts.json`, { type: "application/json" });
    const { config, progress } = about;
    const ledger = lab && { file, sweep: { id, lab, config, progress } };
    return { ...common, title, facts: [counted, dateOf(about.begun)], ledger };
  }
  return { ...common, title: id, facts: ["Its description is damaged"] };
}

const dateOf = (time: number) => new Date(time).toLocaleString();

/** Opens an item by the way of all files, and closes the dialog. */
export async function openKept({ pair, ledger }: ShownItem): Promise<void> {
  useView.setState({ dialog: undefined });
  if (pair) {
    const meta = new File([pair.meta], `${pair.name}.sigmf-meta`);
    await takeFiles({ files: [meta, new File([pair.data], `${pair.name}.sigmf-data`)], folders: [] }, { isNew: true });
  } else if (ledger) {
    continueKept(ledger.sweep);
    await takeFiles({ files: [ledger.file], folders: [] });
  }
}

interface FolderPicker {
  showDirectoryPicker?(options: { id: string; mode: "readwrite" }): Promise<FileSystemDirectoryHandle>;
}

/** Saves an item to the disk: a recording as a pair of files in a folder, or as downloads. Call it after a click. */
export async function saveKept({ pair, ledger, title }: ShownItem): Promise<void> {
  const { download } = await import("../../figures/download.ts");
  if (ledger) return void download(ledger.file.name, ledger.file, ledger.file.type);
  if (!pair) return;
  const files = [
    [`${pair.name}.sigmf-data`, pair.data],
    [`${pair.name}.sigmf-meta`, new Blob([pair.meta], { type: "application/json" })],
  ] as const;
  const { showDirectoryPicker } = window as FolderPicker;
  if (!showDirectoryPicker) {
    for (const [name, blob] of files) download(name, blob, "application/octet-stream");
    return;
  }
  await working(title, async () => {
    const folder = await showDirectoryPicker({ id: "kept", mode: "readwrite" });
    for (const [name, blob] of files) {
      const file = await folder.getFileHandle(name, { create: true });
      await blob.stream().pipeTo(await file.createWritable());
    }
    useKept.setState({ done: `${title} is saved. The copy in this browser can be deleted.` });
  });
}

/** Deletes items, except those that a tab writes. */
export async function deleteKept(items: readonly ShownItem[]): Promise<void> {
  const names = listOf(
    items.map(({ title }) => title),
    3,
  );
  await working(names, async () => {
    const kept = await keptFolder();
    for (const { id } of items) {
      await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (!lock) throw new Error("Another tab is writing it. Stop it there first");
        await deleteItem(kept, id);
      });
    }
    useKept.setState({ done: `${names} ${items.length === 1 ? "is" : "are"} deleted.` });
  });
  await refreshKept();
}

/** Asks the browser not to delete what is kept. */
export async function askToPersist(): Promise<void> {
  const isPersistent = await navigator.storage.persist();
  useKept.setState({ isPersistent });
  if (!isPersistent) {
    say("The browser did not agree. Installing this page, or a bookmark of it, may change that.", "warning", {
      brief: true,
    });
  }
}

async function working(what: string, work: () => Promise<void>): Promise<void> {
  useKept.setState({ working: what, done: undefined });
  try {
    await work();
  } catch (error) {
    const { name, message } = error as Error;
    // The person closed the browser's dialog.
    if (name === "AbortError") return;
    const reason = name === "QuotaExceededError" ? "The disk is full." : message.replace(/\.?$/, ".");
    say(`${what}: this did not succeed. ${reason}`, "warning");
  } finally {
    useKept.setState({ working: undefined });
  }
}

/** Under this key the browser remembers which cut items were offered. */
const OFFERED = "threeray.offered";

/** Says once that something was cut, and leads to it. */
export async function offerCut(): Promise<void> {
  await refreshKept();
  const cut = useKept.getState().items.filter(({ isCut, pair, ledger }) => isCut && (pair || ledger));
  const offered = new Set((recall(OFFERED) ?? "").split(" "));
  remember(OFFERED, cut.map(({ id }) => id).join(" "));
  const fresh = cut.filter(({ id }) => !offered.has(id));
  if (fresh.length === 0) return;
  const [{ title }] = fresh;
  const what = fresh.length === 1 ? title : `${fresh.length} recordings and sweeps`;
  const was = fresh.length === 1 ? "was cut short. It is" : "were cut short. They are";
  const text = `${what} ${was} kept in this browser.`;
  const run = () => {
    unsay(text);
    useView.setState({ dialog: "storage" });
  };
  say(text, "info", { action: { label: "Open, save or delete", run }, everywhere: true });
}
