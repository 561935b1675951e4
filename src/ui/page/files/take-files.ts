import { EXTENSIONS } from "#core/capture/extensions.ts";
import { extensionOf } from "#core/capture/file-name.ts";
import { attempt, namesOf } from "../../elements/attempt.ts";
import { say } from "../../elements/notices.ts";
import { useGpu } from "../../kit/engine.ts";
import type { GivenFiles } from "../../kit/given-files.ts";
import type { LabName } from "../../labs/registry.ts";
import { entryOf, LAB_NAMES, labName, session, startOf, useLeft } from "../labs.ts";
import { goTo, stay } from "../page.ts";
import { useView } from "../view.ts";

/** Files that only the page that grades results opens. */
const GRADED = ["json", "zip"];

interface TakeOptions {
  /** The page was opened for these files: recordings are shown whole. */
  isNew?: boolean;
}

/**
 * The one way of files into the page: dropped, opened with the installed page, or shared with it. The current lab opens
 * those that it can. For others, the page shows the lab that opens them.
 */
export async function takeFiles(given: GivenFiles, { isNew = false }: TakeOptions = {}): Promise<void> {
  const { files, folders } = given;
  const isGraded = folders.length > 0 || files.some((file) => GRADED.includes(extensionOf(file.name)));
  if (useView.getState().page === "grading" && isGraded) {
    const { takeDropped } = await import("../grading/grading.ts");
    return takeDropped(given);
  }
  await attempt([...files, ...folders], async () => {
    const [file, ...others] = files;
    if (others.length === 0 && file && extensionOf(file.name) === "json") {
      const { takeLecture } = await import("../lectures/opening.ts");
      if (await takeLecture(file)) return;
      return giveToLab(given, (await labOfLedger(file)) ?? labFor(given, isNew));
    }
    await giveToLab(given, labFor(given, isNew));
  });
}

/** Returns the lab that opens files: the current one, if it can; undefined if none can. */
function labFor({ files, folders }: GivenFiles, isNew: boolean): LabName | undefined {
  const extensions = files.map(({ name }) => extensionOf(name));
  const holdsRecordings = folders.length > 0 || extensions.some((one) => EXTENSIONS.includes(one));
  const drop = useView.getState().page ? undefined : session()?.drop;
  const only = LAB_NAMES.find((name) => entryOf(name).files?.some((one) => extensions.includes(one)));
  if (only) return only;
  const viewer = LAB_NAMES.find((name) => entryOf(name).viewer);
  if (holdsRecordings && viewer && (isNew || !drop?.recordings)) return viewer;
  // A lab says best what it expected in place of other files.
  return drop && labName();
}

/** Largest file that is searched for the name of its experiment, bytes. */
const MOST_BYTES = 2 ** 26;

/** Returns the lab whose sweep a ledger belongs to; undefined for other files. */
async function labOfLedger(file: File): Promise<LabName | undefined> {
  if (file.size > MOST_BYTES) return undefined;
  try {
    const { experiment } = JSON.parse(await file.text()) as { experiment?: unknown };
    return LAB_NAMES.find((name) => name === experiment);
  } catch {
    // The lab says what is wrong with it.
    return undefined;
  }
}

async function giveToLab(given: GivenFiles, lab: LabName | undefined): Promise<void> {
  if (!lab) {
    say(`${namesOf(given.files)} was not opened: this lab opens no files.`, "warning", { brief: true });
    return;
  }
  const isShown = () => lab === labName() && !useView.getState().page && session() !== undefined;
  let isNewest = true;
  if (isShown()) stay();
  else isNewest = await goTo(useLeft.getState()[lab] ?? startOf(lab));
  useView.setState({ welcome: false });
  if (isNewest) {
    // The page has said why a lab could not be fetched.
    if (!isShown()) return;
    await gpuIsOpen();
    if (isShown()) return session()?.drop?.take(given);
  }
  const names = namesOf([...given.files, ...given.folders]);
  say(`${names} was not opened, because something newer was asked for. Drop it again.`, "warning", { brief: true });
}

/** Resolves when the device is open, or there is none. */
function gpuIsOpen(): Promise<void> {
  return new Promise((resolve) => {
    const isOpening = () => useGpu.getState().gpu.state === "opening";
    if (!isOpening()) return resolve();
    const end = useGpu.subscribe(() => {
      if (isOpening()) return;
      end();
      resolve();
    });
  });
}
