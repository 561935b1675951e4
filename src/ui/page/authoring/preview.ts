import { create } from "zustand";
import { labOf } from "#core/lectures/lecture.ts";
import { say } from "../../elements/notices.ts";
import { answersAsNow } from "../answers.ts";
import { fetchOwn, nameInLinks, useLecture } from "../lecture.ts";
import { previewed, setPreviewed } from "../lectures/own.ts";
import { type Draft, partOf, previewOf } from "./draft.ts";

/** What the page returns to after a preview. */
interface Preview {
  /** The address before it. */
  back: string;
  /** Parts of the draft that have problems. */
  leftOut: readonly string[];
  /** Forgets what the author has answered in it. */
  forget(): void;
}

/** The preview of a draft; undefined while there is none. */
export const usePreview = create<{ preview?: Preview }>()(() => ({
  preview: previewed() && { back: "", leftOut: [], forget() {} },
}));

/**
 * Opens a draft as a student sees it.
 *
 * @param part The part that is shown first.
 */
export async function startPreview(draft: Draft, part: string): Promise<void> {
  const { lecture, leftOut } = previewOf(draft);
  if (!lecture) {
    say("There is nothing to preview yet: the lecture needs a step. The problems are listed in the panel.", "warning", {
      brief: true,
    });
    return;
  }
  await fetchOwn();
  setPreviewed(lecture);
  const { list = "steps", index = 0 } = partOf(part) ?? {};
  const step = list === "steps" ? index : draft.steps.length + Math.min(index, (lecture.tasks?.length ?? 0) - 1);
  const { scenario } = [...lecture.steps, ...(lecture.tasks ?? [])][step];
  usePreview.setState({ preview: { back: location.hash, leftOut, forget: answersAsNow(lecture) } });
  location.hash = `#${labOf(scenario)}?lecture=${nameInLinks(lecture)}&step=${step + 1}`;
}

/** Returns from the preview to the draft, and to the scenario before it. */
export function endPreview(): void {
  const { preview } = usePreview.getState();
  if (!preview) return;
  stop();
  useLecture.setState({ open: undefined, strayed: false });
  if (preview.back !== "") location.hash = preview.back;
}

function stop(): void {
  usePreview.getState().preview?.forget();
  usePreview.setState({ preview: undefined });
  setPreviewed(undefined);
}

// The author leaves the lecture, or opens another one.
useLecture.subscribe(({ open }, before) => {
  if (!usePreview.getState().preview) return;
  const lecture = previewed();
  if (!lecture || (before.open !== undefined && open?.id !== nameInLinks(lecture))) stop();
});
