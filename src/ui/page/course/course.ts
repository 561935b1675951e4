import { create } from "zustand";
import { firstLab, type Lecture } from "#core/lectures/lecture.ts";
import { LABS } from "../../labs/registry.ts";
import { fetchLectures } from "../lecture.ts";
import { type Chapter, courseLabs, type NumberedLecture, orderCourse } from "./order.ts";

/** The course: the lectures of all labs in order; undefined until they have been fetched. */
export const useCourse = create<{ chapters?: readonly Chapter[] }>()(() => ({}));

/** Fetches the lectures of all labs. */
export async function fetchCourse(): Promise<void> {
  if (useCourse.getState().chapters) return;
  useCourse.setState({ chapters: orderCourse((await Promise.all(courseLabs(LABS).map(fetchLectures))).flat()) });
}

/** What names a lecture: lectures of two labs may have one id. */
type LectureName = Pick<Lecture, "id" | "steps">;
const isSame = (a: LectureName, b: LectureName) => a.id === b.id && firstLab(a) === firstLab(b);

/** Returns the lecture after another one, also across chapters. */
export function lectureAfter(chapters: readonly Chapter[], of: LectureName): NumberedLecture | undefined {
  const all = chapters.flatMap(({ lectures }) => lectures);
  const at = all.findIndex((lecture) => isSame(lecture, of));
  return at < 0 ? undefined : all[at + 1];
}

/** Returns a lecture's number in the course; undefined until the course has been fetched. */
export const numberOf = (chapters: readonly Chapter[] | undefined, of: LectureName) =>
  chapters?.flatMap(({ lectures }) => lectures).find((lecture) => isSame(lecture, of))?.number;

/** Returns the lab's title in the bar. */
export const titleOf = (lab: string) => LABS[lab as keyof typeof LABS].title;
