import { fileName, makeBand, making, type BandFile, type CutBox } from "./saving.ts";
import { chooseRecording, openFiles, requestOpening, shownRecording, useRecording } from "./recording.ts";

/** What was open before a cut of it. */
type Uncut = Pick<ReturnType<typeof useRecording.getState>, "files" | "hints" | "example" | "chosen"> & {
  title: string;
};

/** The recordings from which cuts were made, by the files of the cuts. */
const uncut = new WeakMap<readonly File[], Uncut>();

/** Returns what was open before the cut that these files are. */
export const uncutOf = (files: readonly File[]): Uncut | undefined => uncut.get(files);

/**
 * Opens a band of the current recording in its place, for this lab and the others.
 *
 * @returns Whether it is open.
 */
export async function openBand(
  box: CutBox,
  { name, annotations }: Pick<BandFile, "name" | "annotations">,
): Promise<boolean> {
  let opened = false;
  const state = useRecording.getState();
  const { files, hints, example, chosen } = state;
  const title = shownRecording(state)?.title ?? "";
  const request = requestOpening();
  await making(`Cutting ${name}`, async (onProgress) => {
    const blob = await makeBand(box, { format: "sigmf", name, annotations }, onProgress);
    if (!blob) return false;
    const cut = [new File([blob], fileName(name, "sigmf"))];
    uncut.set(cut, { files, hints, example, chosen, title });
    opened = await openFiles(cut, {}, undefined, request);
    return true;
  });
  return opened;
}

/** Opens what was open before a cut. */
export async function goBack(files: readonly File[]): Promise<void> {
  const before = uncut.get(files);
  if (!before) return;
  const opened = await openFiles(before.files, before.hints, before.example);
  if (opened && before.chosen > 0) await chooseRecording(before.chosen);
}
