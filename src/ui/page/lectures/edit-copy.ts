import type { Lecture } from "#core/lectures/lecture.ts";

/** Opens a copy of a lecture in the panel for making lectures. */
export async function editCopy(lecture: Lecture): Promise<void> {
  const [{ startDraft }, { draftOf }] = await Promise.all([
    import("../authoring/store.ts"),
    import("../authoring/draft.ts"),
  ]);
  startDraft(draftOf(lecture));
}
